/** Formats of pixels with a channel of transparency, by ffmpeg's names. */
const TRANSPARENT = /^(yuva|gbrap|rgba|argb|bgra|abgr|ya8|ya16)/;

/**
 * The filter that lays transparent pictures on black (https://ffmpeg.org/ffmpeg-filters.html#premultiply), or none. Encoders drop
 * transparency, and what was never meant to be seen would show.
 */
export function onBlack(pixelFormat: string, filters: ReadonlySet<string>): string[] {
  return TRANSPARENT.test(pixelFormat) && filters.has("premultiply") ? ["premultiply=inplace=1"] : [];
}
