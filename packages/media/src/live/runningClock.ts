import { moveDecodeTimes } from "./decodeClock.ts";
import type { LiveFragment } from "./fragmentReader.ts";

/** When the media of a timeline is decoded: a clock that goes on over every seam. */
export class RunningClock {
  #seconds: number;
  /** By rung: the number of its last fragment. */
  readonly #numbers = new Map<string, number>();
  /** What was listed last shows so much longer than it is decoded. */
  #leadSeconds = 0;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Where it stands: what comes next begins to be decoded there. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Moves a fragment of a rung onto this clock, in place. What follows begins behind its longest track, and when its last frame was shown. @throws BoxError */
  take(rung: string, { bytes, tracks, endSeconds }: LiveFragment, shiftSeconds: number): void {
    this.#numbers.set(rung, moveDecodeTimes(bytes, tracks, shiftSeconds, this.#numbers.get(rung) ?? null));
    const ends = tracks.map(({ startTicks, durationTicks, timescale }) => (startTicks + durationTicks) / timescale);
    this.#seconds = Math.max(this.#seconds, Math.max(endSeconds, ...ends) + shiftSeconds);
  }

  /** Goes on over a segment that was placed on it. */
  pass(durationSeconds: number, leadSeconds: number): void {
    this.#seconds += durationSeconds;
    this.#leadSeconds = leadSeconds;
  }

  /** What comes next begins anew: all before it has been shown by then. */
  passSeam(): void {
    this.#seconds += this.#leadSeconds;
    this.#leadSeconds = 0;
    this.#numbers.clear();
  }
}
