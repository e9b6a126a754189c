/** How far an encoder is. */
export interface PaceLook {
  atMs: number;
  /** Of the publisher's media, encoded until now. */
  mediaSeconds: number;
  /** Milliseconds the publisher was made to wait for the encoder, in all. */
  heldBackMs: number;
}

/** An encoder that made its publisher wait for so much of the time takes no more than it gets. */
const FULL_SHARE = 0.5;
/** Behind by this much, in seconds, it does not catch up any more. */
const BEHIND_SECONDS = 1.5;

/**
 * Tells whether an encoder falls behind real time: it always has something to do and still makes less than a second in a second.
 * A publisher that is slow itself leaves it nothing to do, which is not its fault.
 */
export class EncoderPace {
  #last: PaceLook | null = null;
  #busySince: PaceLook | null = null;

  /** Takes a look; true once it is too far behind. */
  look(now: PaceLook): boolean {
    const before = this.#last;
    this.#last = now;
    if (!before) return false;
    const isFull = now.heldBackMs - before.heldBackMs >= (now.atMs - before.atMs) * FULL_SHARE;
    if (!isFull) {
      this.#busySince = null;
      return false;
    }
    this.#busySince ??= before;
    const { atMs, mediaSeconds } = this.#busySince;
    return (now.atMs - atMs) / 1000 - (now.mediaSeconds - mediaSeconds) > BEHIND_SECONDS;
  }
}
