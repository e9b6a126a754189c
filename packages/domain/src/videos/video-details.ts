/** Key-value pairs a video may carry for its owner's own systems. */
export const METADATA_MAX = 20;
export const METADATA_KEY_MAX = 64;
export const METADATA_VALUE_MAX = 500;
export const REFERENCE_ID_MAX = 150;

/** A picture given as poster may be this large. */
export const POSTER_MAXIMUM_BYTES = 5 * 1_048_576;
/** Moments of a video its owner can choose a poster from. */
export const POSTER_CHOICES = 8;

/** The middles of `POSTER_CHOICES` equal parts of a video, in seconds: neither the first nor the last frame. */
export const posterMoments = (durationSeconds: number): number[] =>
  Array.from(
    { length: POSTER_CHOICES },
    (_, index) => Math.round(((index + 0.5) / POSTER_CHOICES) * durationSeconds * 1000) / 1000,
  );

export type Likeness = "excellent" | "good" | "fair" | "poor";

/** What the structural similarity of a rendition to its source (0–1) means to who watches it. */
export const likenessOf = (ssim: number): Likeness =>
  ssim >= 0.98 ? "excellent" : ssim >= 0.95 ? "good" : ssim >= 0.9 ? "fair" : "poor";
