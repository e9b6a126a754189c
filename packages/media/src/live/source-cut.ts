import type { LiveFragment } from "./fragment-reader.ts";
import type { TimelineShape } from "./timeline-shape.ts";
import { longestPartSeconds, longestSegmentSeconds, shortestPartSeconds } from "./timeline-shape.ts";

/** Start of a source's segment on the source's own clock. */
export interface Cut {
  startSeconds: number;
  /** The clock jumped: the segment follows a discontinuity. */
  discontinuity: boolean;
  /** Offset from the source's clock to the timeline's. */
  shiftSeconds: number;
}

/** Largest difference between the times of a frame on the rungs of one encode. */
const sameFrameSeconds = 0.015;

/**
 * Decides where the segments of one source start: the first rung to reach a cut decides, the others follow by presentation time, so
 * that segment k covers the same time on all rungs.
 */
export class SourceCut {
  readonly #shape: TimelineShape;
  readonly #mostTargetSeconds: number;
  readonly #cuts: Cut[] = [];
  /** Fragments before this time belong to decided segments. */
  #decidedTo = -Infinity;
  #cutNext: "cut" | "discontinuity" | null = null;

  /** @param mostTargetSeconds up to which a segment waits for a key frame, where that is longer than the target duration. */
  constructor(shape: TimelineShape, mostTargetSeconds = 0) {
    this.#shape = shape;
    this.#mostTargetSeconds = mostTargetSeconds;
  }

  /**
   * Index of the segment a fragment belongs to, and the cut when it is the first one there.
   * @param clockSeconds the timeline's current time, where media continues after a jump.
   */
  place(fragment: LiveFragment, clockSeconds: number): { index: number; cut: Cut | null } {
    const cut = this.#newCut(fragment, clockSeconds);
    if (cut) this.#cuts.push(cut);
    let index = this.#cuts.length - 1;
    while (index > 0 && (this.#cuts[index]?.startSeconds ?? 0) > fragment.startSeconds + sameFrameSeconds) index -= 1;
    return { index, cut };
  }

  /** Seconds between the starts of the first segment and this one. */
  secondsTo(index: number): number {
    return (this.#cuts[index]?.startSeconds ?? 0) - (this.#cuts[0]?.startSeconds ?? 0);
  }

  /** Start of a segment on the source's clock. */
  startOf(index: number): number {
    return this.#cuts[index]?.startSeconds ?? 0;
  }

  /** Index of the segment that a time of the source's clock is in; the last one for what comes later. */
  indexAt(seconds: number): number {
    return Math.max(
      0,
      this.#cuts.findLastIndex(({ startSeconds }) => startSeconds <= seconds),
    );
  }

  /** Offset from the source's clock to the timeline's in a segment. */
  shiftOf(index: number): number {
    return this.#cuts[index]?.shiftSeconds ?? 0;
  }

  #newCut(fragment: LiveFragment, clockSeconds: number): Cut | null {
    const { startSeconds, durationSeconds, independent } = fragment;
    // A rung behind the others reaches decided cuts.
    if (startSeconds < this.#decidedTo) return null;
    this.#decidedTo = startSeconds + sameFrameSeconds;
    const isLong = durationSeconds > longestPartSeconds(this.#shape);
    const demanded = this.#cutNext;
    this.#cutNext = this.#demands(durationSeconds, isLong);
    const open = this.#cuts.at(-1);
    const shiftSeconds = clockSeconds - decodedFrom(fragment);
    if (!open) return { startSeconds, discontinuity: false, shiftSeconds };
    const length = startSeconds - open.startSeconds;
    const { segmentSeconds } = this.#shape;
    const wanted = independent && length >= segmentSeconds - Math.min(0.25, segmentSeconds / 10);
    const targetDurationSeconds = Math.max(this.#mostTargetSeconds, this.#shape.targetDurationSeconds);
    const forced = length + durationSeconds > longestSegmentSeconds({ ...this.#shape, targetDurationSeconds });
    if (!demanded && !isLong && !wanted && !forced) return null;
    const discontinuity = demanded === "discontinuity";
    return { startSeconds, discontinuity, shiftSeconds: discontinuity ? shiftSeconds : open.shiftSeconds };
  }

  /**
   * A fragment too long for a part, or too short for one that is not its segment's last, ends its segment. A fragment too long for a
   * segment is shortened, which is a jump of the clock.
   */
  #demands(durationSeconds: number, isLong: boolean): "cut" | "discontinuity" | null {
    if (durationSeconds > longestSegmentSeconds(this.#shape)) return "discontinuity";
    return isLong || durationSeconds < shortestPartSeconds(this.#shape) ? "cut" : null;
  }
}

/** First decode time of a fragment's first track. */
const decodedFrom = ({ tracks, startSeconds }: LiveFragment): number =>
  tracks.reduce((least, { startTicks, timescale }) => Math.min(least, startTicks / timescale), startSeconds);
