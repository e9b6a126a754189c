import type { EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";
import { planLadder } from "@kinora/domain/transcoding/ladder.ts";
import type { LadderRung, PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import type { WatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";
import { planFrameGrid, segmentsPerChunk, toNumber } from "../packaging/grid.ts";
import type { FrameGrid } from "../packaging/grid.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { MediaError } from "../tools/errors.ts";
import { planColours, type PlannedColours } from "./colours.ts";

/** A watermark as every chunk of a version is made with: part of the plan, so that a later change does not reach it. */
export interface PlannedWatermark extends WatermarkLayout {
  /** Name of the version's own copy of the picture. */
  file: string;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
}

/** Everything that must be equal in every chunk, so it is stored once per attempt (plain JSON). */
export interface EncodingPlan {
  grid: FrameGrid;
  renditions: PlannedRendition[];
  /** Expected frames; the last chunk runs to the real end of the source, which may be a little earlier or later. */
  totalFrames: number;
  /** Expected frames up to the end of the picture, where the sound continues: the last one is held until the end. */
  pictureFrames?: number;
  /** At least 1. */
  chunkCount: number;
  /** Expected segments of each video rendition. */
  segmentCount: number;
  /** Of the video, on the grid. */
  durationSeconds: number;
  hasAudio: boolean;
  /** Of the sound rendition, in kilobits per second. Plans from before it could be chosen do not say it. */
  audioBitrateKbps?: number;
  /** Of a second rendition of each sound, in kilobits per second; none where it is not said. */
  lowAudioBitrateKbps?: number;
  /** Of a rendition in 5.1 of each sound that has as many channels, in kilobits per second; none where it is not said. */
  surroundBitrateKbps?: number;
  /** First frame of each segment of the encoded renditions beside a copied one; where it is not said, all are as long as the grid says. */
  segmentStarts?: number[];
  /** Of every rendition. Plans from before colours were decided do not say them; what they make has no tags. */
  colours?: PlannedColours;
  /** Of the encoder of the picture; `fast` where it is not said. */
  effort?: EncoderEffort;
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
  /** Of a second rendition of each sound; none unless said. */
  lowAudioBitrateKbps?: number;
  /** Kilobits per second of a rendition in 5.1 of each sound that has as many channels; none unless said. */
  surroundBitrateKbps?: number;
  effort?: EncoderEffort;
  /** Whether the video ends with its picture, also where its sound continues: a copied picture has no more. */
  endsWithPicture?: boolean;
}

/** Longest video there can be a plan of: every segment is a file, and every chunk a row and a job. */
export const longestVideoSeconds = 48 * 3600;

/**
 * Plans renditions, grid and chunks of a probed source. Pure: the same facts, rungs and options give the same plan.
 * @throws MediaError `too_long`
 */
export function planEncoding(
  facts: SourceFacts,
  rungs?: readonly LadderRung[],
  options: EncodingOptions = {},
): EncodingPlan {
  const { video } = facts;
  const grid = planFrameGrid(video, options.maximumFps);
  const rate = toNumber(grid.fps);
  const firstSeconds = video.startTimeSeconds - (video.lateSeconds ?? 0) - facts.startTimeSeconds;
  const firstFrame = Math.max(0, firstSeconds) * rate;
  const onGrid = video.variableFrameRate ? firstFrame : Math.floor(firstFrame + 0.001);
  const shiftSeconds = (onGrid - firstFrame) / rate;
  const pictureFrames = Math.max(1, Math.round(onGrid + video.durationSeconds * rate));
  const soundSeconds = options.endsWithPicture ? 0 : (facts.soundEndsSeconds ?? 0);
  const totalFrames = Math.max(pictureFrames, Math.round((soundSeconds + shiftSeconds) * rate));
  if (!(totalFrames / rate <= longestVideoSeconds)) {
    const hours = Math.round(totalFrames / rate / 3600).toLocaleString("en");
    throw new MediaError(
      "too_long",
      `This file says that it lasts ${hours} hours; upload one of at most ${longestVideoSeconds / 3600} hours.`,
      false,
    );
  }
  // A last chunk shorter than one group could turn out empty; it is left to the one before.
  const chunks = Math.max(1, Math.ceil((totalFrames - grid.framesPerGroup) / grid.framesPerChunk));
  // Where no time can be sought every chunk would decode all that is before it.
  const chunkCount = facts.clockJumps ? 1 : chunks;
  const secondsPerSegment = grid.framesPerSegment / rate;
  return {
    grid,
    renditions: planLadder({ width: video.width, height: video.height, fps: rate }, rungs),
    totalFrames,
    ...(totalFrames > pictureFrames ? { pictureFrames } : {}),
    chunkCount,
    segmentCount: Math.ceil(totalFrames / grid.framesPerSegment),
    durationSeconds: totalFrames / rate,
    hasAudio: facts.audio !== null,
    colours: planColours(facts),
    ...(options.audioBitrateKbps === undefined ? {} : { audioBitrateKbps: options.audioBitrateKbps }),
    ...(options.lowAudioBitrateKbps === undefined ? {} : { lowAudioBitrateKbps: options.lowAudioBitrateKbps }),
    ...(options.surroundBitrateKbps === undefined ? {} : { surroundBitrateKbps: options.surroundBitrateKbps }),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    // An audio packet of 1024 samples may lie across the border of a segment.
    targetDurationSeconds: Math.ceil(secondsPerSegment + 1024 / 48_000),
    shiftSeconds: Math.abs(shiftSeconds) < 1e-6 ? 0 : shiftSeconds,
  };
}

/** What one chunk of a plan holds of every rendition: the last takes the rest, which may be a segment more than the others have. */
export function sizeOfChunk(plan: EncodingPlan, chunk: number): { segments: number; frames: number } {
  const { chunkCount, segmentCount, segmentStarts, totalFrames } = plan;
  const first = chunk * segmentsPerChunk;
  const isLast = chunk === chunkCount - 1;
  const end = isLast ? (segmentStarts?.length ?? segmentCount) : first + segmentsPerChunk;
  const endFrame = isLast ? totalFrames : firstFrameOf(plan, end);
  return { segments: end - first, frames: endFrame - firstFrameOf(plan, first) };
}

/**
 * From which frame of the source a run that begins with a frame of the grid is decoded, and how many more frames it is until
 * then: those after the end of the picture are made from its last one, which a second of pictures is sure to hold. Pure.
 */
export function decodedFrom(
  { grid, pictureFrames }: Pick<EncodingPlan, "grid" | "pictureFrames">,
  firstFrame: number,
): { frame: number; skip: number } {
  const latest = pictureFrames === undefined ? firstFrame : pictureFrames - Math.ceil(toNumber(grid.fps));
  const frame = Math.max(0, Math.min(firstFrame, latest));
  return { frame, skip: firstFrame - frame };
}

/** The first frame of a segment of the encoded renditions, also of one after the last that is expected. Pure. */
export function firstFrameOf(
  { grid, segmentStarts = [0] }: Pick<EncodingPlan, "grid" | "segmentStarts">,
  segment: number,
): number {
  const last = segmentStarts.length - 1;
  const start = segmentStarts[Math.min(segment, last)] ?? 0;
  return start + Math.max(0, segment - last) * grid.framesPerSegment;
}

/**
 * The plan with its pictures cut wherever a copied rendition is, and between that evenly, into segments no longer than the
 * grid's. Its sound stays as it was: that changes with no rendition. Pure.
 *
 * A player that changes renditions puts a segment in place of frames it has, and loses those before it that lean on later
 * ones unless a group begins there (Media Source Extensions §3.5.8, "coded frame removal"). What it replaces of a copy is
 * less than half of a segment, so it takes the first of those that lie in it.
 *
 * @param copiedCuts the first frame of each segment of the copy but the first, in order.
 */
export function cutBeside(plan: EncodingPlan, copiedCuts: readonly number[]): EncodingPlan {
  const { grid, totalFrames } = plan;
  const starts = [0, ...copiedCuts.filter((frame) => frame < totalFrames)];
  const segmentStarts = starts.flatMap((start, segment) => {
    const frames = (starts[segment + 1] ?? totalFrames) - start;
    const count = Math.ceil(frames / grid.framesPerSegment);
    return Array.from({ length: count }, (_, n) => start + Math.round((n * frames) / count));
  });
  const isRest = totalFrames - (segmentStarts.at(-1) ?? 0) < grid.framesPerGroup;
  const chunkCount = Math.max(1, Math.ceil((segmentStarts.length - (isRest ? 1 : 0)) / segmentsPerChunk));
  return { ...plan, segmentStarts, chunkCount };
}
