import type { VideoFacts } from "../probe/facts.ts";

/**
 * The filter that makes frames of the fields of interlaced pictures (https://ffmpeg.org/ffmpeg-filters.html#yadif-1); none for others.
 * @param of `frame`: a frame of each two fields; `field`: one of each field, twice as many.
 */
export const framesOfFields = ({ progressive }: Pick<VideoFacts, "progressive">, of: "frame" | "field"): string[] =>
  progressive ? [] : [`yadif=mode=send_${of}`];
