import type { TimelineSegment } from "./timelineSegment.ts";
import { targetFor, type TimelineShape } from "./timelineShape.ts";

/** A timeline's target duration, which is a ceiling until the first segment says what it is. */
export class TargetDuration {
  /** Not known yet: nothing may be served. */
  isOpen: boolean;
  readonly #shape: TimelineShape;
  readonly #onSet: () => void;

  /** @param shape is changed in place: what is being cut goes by it, too. */
  constructor(shape: TimelineShape, isOpen: boolean, onSet: () => void) {
    this.#shape = shape;
    this.isOpen = isOpen;
    this.#onSet = onSet;
  }

  /** Takes it from the first segment once that is whole. */
  learn([first]: readonly TimelineSegment[]): void {
    if (!this.isOpen || !first || [...first.rungs.values()].every(({ state }) => state === "open")) return;
    this.#set(targetFor(first.durationSeconds, this.#shape));
  }

  /** Makes room for segments that are longer than any before. */
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
