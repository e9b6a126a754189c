import type { TimelineSegment } from "./timeline-segment.ts";
import { targetFor, type TimelineShape } from "./timeline-shape.ts";

/** A timeline's target duration: a maximum until the first segment determines it. */
export class TargetDuration {
  /** Whether it is unknown: nothing may be served. */
  isOpen: boolean;
  readonly #shape: TimelineShape;
  readonly #onSet: () => void;

  /** @param shape changed in place: cuts depend on it, too. */
  constructor(shape: TimelineShape, isOpen: boolean, onSet: () => void) {
    this.#shape = shape;
    this.isOpen = isOpen;
    this.#onSet = onSet;
  }

  /** Sets it from the first closed segment. */
  learn([first]: readonly TimelineSegment[]): void {
    if (!this.isOpen || !first || [...first.rungs.values()].every(({ state }) => state === "open")) return;
    this.#set(targetFor(first.durationSeconds, this.#shape));
  }

  /** Raises it for longer segments. */
  raise(longestSeconds: number): void {
    const target = targetFor(longestSeconds, this.#shape);
    if (this.isOpen || target > this.#shape.targetDurationSeconds) this.#set(target);
  }

  #set(seconds: number): void {
    this.isOpen = false;
    this.#shape.targetDurationSeconds = seconds;
    this.#onSet();
  }
}
