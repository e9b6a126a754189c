/** The times of one sender's tracks on a common clock: their sender reports say which moments are the same (RFC 3550 §6.4.1). */
export class SenderClock {
  readonly #now: () => number;
  readonly #startedAt: number;
  /** The common clock less the sender's, in milliseconds; null before the first report. */
  #offsetMs: number | null = null;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  /** A track whose timestamps count `rate` in a second. */
  track(rate: number): TrackClock {
    return new TrackClock(rate, {
      arrival: () => this.#now() - this.#startedAt,
      agree: (senderMs, atMs) => (this.#offsetMs ??= atMs - senderMs) + senderMs,
    });
  }
}

interface CommonClock {
  /** The present time. */
  arrival(): number;
  /** The time of a moment of the sender's clock, which is `atMs` as far as the track knows. */
  agree(senderMs: number, atMs: number): number;
}

/** Times of one track: by arrival until its first report comes. */
export class TrackClock {
  readonly #rate: number;
  readonly #common: CommonClock;
  /** The last timestamp, unwrapped. */
  #last: number | null = null;
  #offsetMs: number | null = null;

  constructor(rate: number, common: CommonClock) {
    this.#rate = rate;
    this.#common = common;
  }

  /** The time of an RTP timestamp in milliseconds. */
  at(timestamp: number): number {
    const elapsedMs = this.#elapsed(timestamp);
    this.#offsetMs ??= this.#common.arrival() - elapsedMs;
    return elapsedMs + this.#offsetMs;
  }

  /** Takes a sender report: `senderMs` on the sender's clock is the moment of `timestamp`. */
  report(senderMs: number, timestamp: number): void {
    const atMs = this.at(timestamp);
    this.#offsetMs = (this.#offsetMs ?? 0) + this.#common.agree(senderMs, atMs) - atMs;
  }

  #elapsed(timestamp: number): number {
    this.#last = this.#last === null ? timestamp : this.#last + ((timestamp - this.#last) | 0);
    return (this.#last * 1_000) / this.#rate;
  }
}
