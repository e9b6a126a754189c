import { moveDecodeTimes } from "./decode-clock.ts";
import type { LiveFragment } from "./fragment-reader.ts";

/** The decode clock of a timeline, continuous across seams. */
export class RunningClock {
  #seconds: number;
  /** Number of the last fragment, by rung. */
  readonly #numbers = new Map<string, number>();
  /** How much longer the last listed media is presented than decoded, in seconds. */
  #leadSeconds = 0;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Current time: the next media is decoded from there on. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Moves a fragment of a rung onto this clock, in place. The next media starts after its longest track and its last frame's presentation. @throws BoxError */
  take(rung: string, { bytes, tracks, endSeconds }: LiveFragment, shiftSeconds: number): void {
    this.#numbers.set(rung, moveDecodeTimes(bytes, tracks, shiftSeconds, this.#numbers.get(rung) ?? null));
    const ends = tracks.map(({ startTicks, durationTicks, timescale }) => (startTicks + durationTicks) / timescale);
    this.#seconds = Math.max(this.#seconds, Math.max(endSeconds, ...ends) + shiftSeconds);
  }

  /** Advances by a listed segment. */
  pass(durationSeconds: number, leadSeconds: number): void {
    this.#seconds += durationSeconds;
    this.#leadSeconds = leadSeconds;
  }

  /** Starts a new source after the presentation of all media before it. */
  passSeam(): void {
    this.#seconds += this.#leadSeconds;
    this.#leadSeconds = 0;
    this.#numbers.clear();
  }
}
