import type { Rational, VideoFacts } from "./facts.ts";

/**
 * The constant frame grid all renditions of one video share. Frame n shows at n·ticksPerFrame/timescale seconds, exactly.
 * A group of pictures is about 2 s, a segment is 2 groups (~4 s), a chunk is 6 segments (~24 s).
 */
export interface FrameGrid {
  fps: Rational;
  /** Ticks per second of the video track: a multiple of `fps.numerator`. */
  timescale: number;
  ticksPerFrame: number;
  framesPerGroup: number;
  framesPerSegment: number;
  framesPerChunk: number;
}

/** How many segments one chunk holds. */
export const segmentsPerChunk = 6;

/** Chooses the grid of a source: its own rate when it is constant and at most 60, else the nearest usual rate. */
export declare function planFrameGrid(video: Pick<VideoFacts, "fps" | "variableFrameRate">): FrameGrid;
