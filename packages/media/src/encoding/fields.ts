import type { VideoFacts } from "../probe/facts.ts";

/**
 * The filter that makes frames of the fields of interlaced pictures; none for others.
 *
 * @param of `frame`: a frame of each two fields; `field`: one of each field, twice as many, so that motion stays as smooth as it was filmed.
 * @param filter `yadif` keeps up with livestreams (https://ffmpeg.org/ffmpeg-filters.html#yadif-1), `bwdif` is sharper and costs more
 *   (https://ffmpeg.org/ffmpeg-filters.html#bwdif).
 */
export const framesOfFields = (
  { progressive }: Pick<VideoFacts, "progressive">,
  of: "frame" | "field",
  filter: "yadif" | "bwdif" = "yadif",
): string[] => (progressive ? [] : [`${filter}=mode=send_${of}`]);

/**
 * The filter that leaves captions in every second frame where each frame became two: versions of ffmpeg without `ccrepack` (before
 * 6.1) give both frames the captions of their picture, and every letter would be shown twice.
 */
export const captionsOnce = (filters: ReadonlySet<string>): string[] =>
  filters.has("ccrepack") || !filters.has("sidedata") ? [] : ["sidedata=mode=delete:type=A53_CC:enable='mod(n,2)'"];
