import { planLadder } from "@kinora/domain/ladder.ts";
import type { LadderRung, PlannedRendition } from "@kinora/domain/ladder.ts";
import type { SourceFacts } from "./facts.ts";
import { planFrameGrid, segmentsPerChunk, toNumber } from "./grid.ts";
import type { FrameGrid } from "./grid.ts";
import type { PlannedWatermark } from "./watermark.ts";

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
  /** Of the sound rendition, in kilobits per second. Plans from before it could be chosen do not say it. */
  audioBitrateKbps?: number;
  /**
   * Frames at which segments of a copied rendition begin. Encoded renditions have a key frame there too: a player that goes
   * over to the copy puts its segment in place of their frames, and must not lose those before that lean on later ones.
   */
  copiedCuts?: number[];
  /** Lies over every rendition; none where it is not said. */
  watermark?: PlannedWatermark;
  /** Longest a segment can be, rounded up: EXT-X-TARGETDURATION of every playlist. */
  targetDurationSeconds: number;
  /** Added to every time of the source (0, or less than a frame back), so that its frames fall on the grid and not between. */
  shiftSeconds: number;
}

/** What a plan can be limited to, beside its rungs. */
export interface EncodingOptions {
  /** Frames per second; 60 unless said, and never more. */
  maximumFps?: number;
  /** Kilobits per second of the sound; `audioBitrate` unless said. */
  audioBitrateKbps?: number;
}

/** Plans renditions, grid and chunks of a probed source. Pure: the same facts, rungs and options give the same plan. */
export function planEncoding(
  facts: SourceFacts,
  rungs?: readonly LadderRung[],
  options: EncodingOptions = {},
): EncodingPlan {
  const { video } = facts;
  const grid = planFrameGrid(video, options.maximumFps);
  const rate = toNumber(grid.fps);
  const firstFrame = Math.max(0, video.startTimeSeconds - facts.startTimeSeconds) * rate;
  const onGrid = video.variableFrameRate ? firstFrame : Math.floor(firstFrame + 0.001);
  const shiftSeconds = (onGrid - firstFrame) / rate;
  const totalFrames = Math.max(1, Math.round(onGrid + video.durationSeconds * rate));
  // A last chunk shorter than one group could turn out empty; it is left to the one before.
  const chunkCount = Math.max(1, Math.ceil((totalFrames - grid.framesPerGroup) / grid.framesPerChunk));
  const secondsPerSegment = grid.framesPerSegment / rate;
  return {
    grid,
    renditions: planLadder({ width: video.width, height: video.height, fps: rate }, rungs),
    totalFrames,
    chunkCount,
    segmentCount: Math.ceil(totalFrames / grid.framesPerSegment),
    durationSeconds: totalFrames / rate,
    hasAudio: facts.audio !== null,
    ...(options.audioBitrateKbps === undefined ? {} : { audioBitrateKbps: options.audioBitrateKbps }),
    // An audio packet of 1024 samples may lie across the border of a segment.
    targetDurationSeconds: Math.ceil(secondsPerSegment + 1024 / 48_000),
    shiftSeconds: Math.abs(shiftSeconds) < 1e-6 ? 0 : shiftSeconds,
  };
}

/** What one chunk of a plan holds of every rendition: the last takes the rest, which may be a segment more than the others have. */
export function sizeOfChunk(
  {
    grid,
    chunkCount,
    segmentCount,
    totalFrames,
  }: Pick<EncodingPlan, "grid" | "chunkCount" | "segmentCount" | "totalFrames">,
  chunk: number,
): { segments: number; frames: number } {
  if (chunk < chunkCount - 1) return { segments: segmentsPerChunk, frames: grid.framesPerChunk };
  return { segments: segmentCount - chunk * segmentsPerChunk, frames: totalFrames - chunk * grid.framesPerChunk };
}
