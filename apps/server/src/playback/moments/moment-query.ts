import type { AskedText } from "../gate/asked-pass.ts";

/** Pixels the picture of a moment may be wide; it is never wider than the video. */
export const MOMENT_WIDTH = { min: 120, max: 1_920, usual: 640 } as const;

/** What a request for the picture of a moment asks for. */
export interface AskedMoment {
  /**
   * Seconds from the beginning of a video, as requested: may be before its beginning or after its end. Of a livestream Unix time, or,
   * 0 and less, seconds before now.
   */
  seconds: number;
  /** Pixels. */
  width: number;
}

/** Reads a request for the picture of a moment; `problem` is a sentence about the first wrong parameter. */
export function readMoment({
  time,
  width,
}: {
  time?: AskedText;
  width?: AskedText;
}): AskedMoment | { problem: string } {
  if (typeof time !== "string" || !/^-?\d{1,10}(?:\.\d{1,9})?$/.test(time))
    return { problem: "Add the moment in seconds, for example time=12.5." };
  const { min, max, usual } = MOMENT_WIDTH;
  if (width === undefined) return { seconds: Number(time), width: usual };
  const pixels = typeof width === "string" && /^\d{1,5}$/.test(width) ? Number(width) : 0;
  if (pixels < min || pixels > max)
    return { problem: `The width is a whole number of pixels from ${min} to ${max}, for example width=${usual}.` };
  return { seconds: Number(time), width: pixels };
}
