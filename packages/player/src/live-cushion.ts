/** What was buffered in front of a viewer is looked back on for this long. */
const WINDOW_MS = 10_000;
/** Less than this says nothing yet: what comes in one piece may be longer. */
const ENOUGH_MS = 3_000;
/** A stop asks for this much more in front, in seconds. */
const STOP_SECONDS = 0.2;
const MOST_STOPS_SECONDS = 2;
/** Half of what stops asked for is forgotten after so long without another. */
const HALF_LIFE_MS = 30_000;

/**
 * How much is buffered in front of a viewer of a livestream, over the last seconds: how much of it is never used, and may
 * therefore go. Moments are in milliseconds of one clock, lengths in seconds.
 */
export class LiveCushion {
  #seen: { at: number; ahead: number }[] = [];
  #forStops = 0;
  #stoppedAt = 0;

  /** Notes what is buffered now. */
  add(at: number, ahead: number): void {
    this.#seen.push({ at, ahead });
    this.#seen = this.#seen.filter((each) => at - each.at < WINDOW_MS);
  }

  /** The picture stopped for want of data: more is kept in front from now on, less and less as time goes by. */
  stop(at: number): void {
    this.#forStops = Math.min(MOST_STOPS_SECONDS, this.#reserveForStops(at) + STOP_SECONDS);
    this.#stoppedAt = at;
    this.forget();
  }

  /** The viewer is elsewhere: what was seen says nothing about that place. */
  forget(): void {
    this.#seen = [];
  }

  /**
   * Seconds that lie in front of the viewer unused: what was left when there was least, without half of what comes in one
   * piece and a tenth of a second, for pieces that come late. 0 while too little was seen.
   */
  spare(at: number): number {
    const first = this.#seen[0];
    if (!first || at - first.at < ENOUGH_MS) return 0;
    const aheads = this.#seen.map(({ ahead }) => ahead);
    const least = Math.min(...aheads);
    const piece = Math.max(...aheads) - least;
    return Math.max(0, least - piece / 2 - 0.1 - this.#reserveForStops(at));
  }

  #reserveForStops(at: number): number {
    return this.#forStops * 0.5 ** ((at - this.#stoppedAt) / HALF_LIFE_MS);
  }
}
