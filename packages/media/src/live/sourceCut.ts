import type { LiveFragment } from "./fragmentReader.ts";
import type { TimelineShape } from "./timelineShape.ts";
import { longestPartSeconds, longestSegmentSeconds, shortestPartSeconds } from "./timelineShape.ts";

/** Where a segment of a source begins, on the source's own clock. */
export interface Cut {
  startSeconds: number;
  /** The clock jumped: what follows stands after a discontinuity. */
  discontinuity: boolean;
  /** From the source's own clock to the timeline's. */
  shiftSeconds: number;
}

/** Rungs of one encode show the same frame within this of each other. */
const sameFrameSeconds = 0.015;

/**
 * Decides where the segments of one source begin: the first rung to reach a place decides, the others follow by presentation time,
 * so that segment k is the same stretch on all of them.
 */
export class SourceCut {
  readonly #shape: TimelineShape;
  readonly #cuts: Cut[] = [];
  /** Fragments that begin before this change nothing any more. */
  #decidedTo = -Infinity;
  #cutNext: "cut" | "discontinuity" | null = null;

  constructor(shape: TimelineShape) {
    this.#shape = shape;
  }

  /**
   * Index of the segment a fragment belongs to, and the cut when it is the first one there.
   * @param clockSeconds where the timeline's clock stands; what begins anew goes on from there.
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

  /** Where a segment begins on the source's clock. */
  startOf(index: number): number {
    return this.#cuts[index]?.startSeconds ?? 0;
  }

  /** From the source's own clock to the timeline's, within a segment. */
  shiftOf(index: number): number {
    return this.#cuts[index]?.shiftSeconds ?? 0;
  }

  #newCut(fragment: LiveFragment, clockSeconds: number): Cut | null {
    const { startSeconds, durationSeconds, independent } = fragment;
    // A rung behind the others reaches places that are decided already.
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
    const forced = length + durationSeconds > longestSegmentSeconds(this.#shape);
    if (!demanded && !isLong && !wanted && !forced) return null;
    const discontinuity = demanded === "discontinuity";
    return { startSeconds, discontinuity, shiftSeconds: discontinuity ? shiftSeconds : open.shiftSeconds };
  }

  /**
   * What follows a fragment too long for a part, or too short for one that is not its segment's last, begins a new segment.
   * A fragment too long even for a segment is cut short, which is a jump.
   */
  #demands(durationSeconds: number, isLong: boolean): "cut" | "discontinuity" | null {
    if (durationSeconds > longestSegmentSeconds(this.#shape)) return "discontinuity";
    return isLong || durationSeconds < shortestPartSeconds(this.#shape) ? "cut" : null;
  }
}

/** When the first track of a fragment begins to be decoded. */
const decodedFrom = ({ tracks, startSeconds }: LiveFragment): number =>
  tracks.reduce((least, { startTicks, timescale }) => Math.min(least, startTicks / timescale), startSeconds);
