/** How far an encoder is. */
export interface PaceLook {
  atMs: number;
  /** Of the publisher's media, encoded until now. */
  mediaSeconds: number;
  /** Milliseconds the publisher was made to wait for the encoder, in all. */
  heldBackMs: number;
}

/** What of it is told: it falls behind for good, or has had time to spare for long. */
export type Pace = "behind" | "spare";

/** An encoder that made its publisher wait for so much of the time takes no more than it gets. */
const FULL_SHARE = 0.5;
/** One that made it wait for no more than this keeps up with ease: a burst of large frames is waited for now and then. */
const SPARE_SHARE = 0.05;
/** Behind by this much, in seconds, it does not catch up any more. */
const BEHIND_SECONDS = 1.5;

/**
 * Tells whether an encoder falls behind real time: it always has something to do and still makes less than a second in a second.
 * A publisher that is slow itself leaves it nothing to do, which is not its fault. One that never made its publisher wait, and
 * had something to do all the same, has time to spare.
 */
export class EncoderPace {
  readonly #patienceSeconds: number;
  #last: PaceLook | null = null;
  #busySince: PaceLook | null = null;
  #spareSince: PaceLook | null = null;

  /** @param patienceSeconds after so long "spare" is told, again and again; never when null. */
  constructor(patienceSeconds: number | null) {
    this.#patienceSeconds = patienceSeconds ?? Infinity;
  }

  /** Takes a look; what it tells, if anything. */
  look(now: PaceLook): Pace | null {
    const before = this.#last;
    this.#last = now;
    if (!before) return null;
    const heldShare = (now.heldBackMs - before.heldBackMs) / (now.atMs - before.atMs);
    const isSpare = heldShare <= SPARE_SHARE && now.mediaSeconds > before.mediaSeconds;
    this.#spareSince = isSpare ? (this.#spareSince ?? before) : null;
    this.#busySince = heldShare >= FULL_SHARE ? (this.#busySince ?? before) : null;
    if (this.#isBehind(now)) return "behind";
    if (!this.#spareSince || secondsBetween(this.#spareSince, now) < this.#patienceSeconds) return null;
    this.#spareSince = now;
    return "spare";
  }

  #isBehind(now: PaceLook): boolean {
    if (!this.#busySince) return false;
    return secondsBetween(this.#busySince, now) - (now.mediaSeconds - this.#busySince.mediaSeconds) > BEHIND_SECONDS;
  }
}

const secondsBetween = (before: PaceLook, now: PaceLook): number => (now.atMs - before.atMs) / 1000;
