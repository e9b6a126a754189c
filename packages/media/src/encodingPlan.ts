import type { LadderRung, PlannedRendition } from "@kinora/domain/ladder.ts";
import type { SourceFacts } from "./facts.ts";
import type { FrameGrid } from "./grid.ts";

/** Everything that must be equal in every chunk, so it is stored once per attempt (plain JSON). */
export interface EncodingPlan {
  grid: FrameGrid;
  renditions: PlannedRendition[];
  /** Expected frames; the last chunk runs to the real end of the source, which may be a little earlier or later. */
  totalFrames: number;
  /** At least 1. */
  chunkCount: number;
  /** Expected segments of each video rendition. */
  segmentCount: number;
  /** Of the video, on the grid. */
  durationSeconds: number;
  hasAudio: boolean;
  /** Longest a segment can be, rounded up: EXT-X-TARGETDURATION of every playlist. */
  targetDurationSeconds: number;
}

/** Plans renditions, grid and chunks of a probed source. Pure: the same facts and rungs give the same plan. */
export declare function planEncoding(facts: SourceFacts, rungs?: readonly LadderRung[]): EncodingPlan;
