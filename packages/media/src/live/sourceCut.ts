import type { LiveFragment } from "./fragmentReader.ts";
import type { TimelineShape } from "./timelineShape.ts";
import { longestPartSeconds, longestSegmentSeconds } from "./timelineShape.ts";

/** Where a segment of a source begins, on the source's own clock. */
export interface Cut {
  startSeconds: number;
  /** The clock jumped: what follows stands after a discontinuity. */
  discontinuity: boolean;
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
  /** Set by a fragment too long for a part: what follows it begins a segment of its own. */
  #cutNextAt: { seconds: number; discontinuity: boolean } | null = null;

  constructor(shape: TimelineShape) {
    this.#shape = shape;
  }

  /** Index of the segment a fragment belongs to, and the cut when it is the first one there. */
  place(fragment: LiveFragment): { index: number; cut: Cut | null } {
    const cut = this.#newCut(fragment);
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

  #newCut(fragment: LiveFragment): Cut | null {
    const { startSeconds, durationSeconds, independent } = fragment;
    const isLong = durationSeconds > longestPartSeconds(this.#shape);
    const open = this.#cuts.at(-1);
    if (!open) {
      this.#cutAfter(fragment, isLong);
      return { startSeconds, discontinuity: false };
    }
    const length = startSeconds - open.startSeconds;
    // A rung behind the others reaches places that are cut already.
    if (length < sameFrameSeconds) return null;
    const { segmentSeconds } = this.#shape;
    const after = this.#cutNextAt !== null && startSeconds >= this.#cutNextAt.seconds - sameFrameSeconds;
    const discontinuity = after && this.#cutNextAt?.discontinuity === true;
    const wanted = independent && length >= segmentSeconds - Math.min(0.25, segmentSeconds / 10);
    const forced = length + durationSeconds > longestSegmentSeconds(this.#shape);
    if (!after && !isLong && !wanted && !forced) return null;
    this.#cutAfter(fragment, isLong);
    return { startSeconds, discontinuity };
  }

  /** A fragment too long for a part is a segment of its own; one too long for a segment is cut short, which is a jump. */
  #cutAfter({ startSeconds, durationSeconds }: LiveFragment, isLong: boolean): void {
    this.#cutNextAt = isLong
      ? { seconds: startSeconds + durationSeconds, discontinuity: durationSeconds > longestSegmentSeconds(this.#shape) }
      : null;
  }
}
