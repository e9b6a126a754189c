/** A publisher's silence, in milliseconds. */
export interface SilenceNow {
  /** Since it was last heard. */
  ms: number;
  /** Its longest pause of the last half to whole minute; infinite while it is too new to tell. */
  usualMs: number;
}

/** The span whose longest pause is kept: that of the current span and of the one before count. */
const SPAN_MS = 30_000;
/** Encoders pause while they start. */
const NEW_MS = 10_000;

/** How long a publisher has been silent, and how long it usually is. */
export class Silence {
  readonly #now: () => number;
  readonly #begunAt: number;
  #heardAt: number;
  #spanAt: number;
  #longestMs = 0;
  #longestBeforeMs = 0;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begunAt = this.#heardAt = this.#spanAt = now();
  }

  /** Notes that something came. */
  heard(): void {
    const now = this.#now();
    if (now - this.#spanAt > SPAN_MS) {
      this.#longestBeforeMs = this.#longestMs;
      this.#longestMs = 0;
      this.#spanAt = now;
    }
    this.#longestMs = Math.max(this.#longestMs, now - this.#heardAt);
    this.#heardAt = now;
  }

  get now(): SilenceNow {
    const isNew = this.#heardAt - this.#begunAt < NEW_MS;
    return {
      ms: this.#now() - this.#heardAt,
      usualMs: isNew ? Infinity : Math.max(this.#longestMs, this.#longestBeforeMs),
    };
  }
}
