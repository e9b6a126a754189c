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
/** Behind by this much, in seconds, it does not catch up any more. */
const BEHIND_SECONDS = 1.5;
/** One that keeps up with ease is waited for no longer than this share of the time: large frames fill its pipe for a moment. */
const SPARE_SHARE = 0.1;
/** And it makes this much of a second in a second: a publisher that hardly sends says nothing about it. */
const KEPT_SHARE = 0.9;

/**
 * Tells whether an encoder falls behind real time: it always has something to do and still makes less than a second in a second.
 * A publisher that is slow itself leaves it nothing to do, which is not its fault. One that keeps up and hardly makes its
 * publisher wait has time to spare.
 */
export class EncoderPace {
  readonly #patienceSeconds: number;
  #last: PaceLook | null = null;
  #busySince: PaceLook | null = null;
  #watchedSince: PaceLook | null = null;

  /** @param patienceSeconds time to spare is told of each time there was some for so long; never when null. */
  constructor(patienceSeconds: number | null) {
    this.#patienceSeconds = patienceSeconds ?? Infinity;
  }

  /** Takes a look; what it tells, if anything. */
  look(now: PaceLook): Pace | null {
    const before = this.#last;
    if (before && now.atMs <= before.atMs) return null;
    this.#last = now;
    this.#watchedSince ??= now;
    if (!before) return null;
    const { seconds, heldSeconds } = between(before, now);
    this.#busySince = heldSeconds >= seconds * FULL_SHARE ? (this.#busySince ?? before) : null;
    if (this.#busySince && isBehind(this.#busySince, now)) return "behind";
    const watched = this.#watchedSince;
    if (between(watched, now).seconds < this.#patienceSeconds) return null;
    this.#watchedSince = now;
    return hasTimeToSpare(watched, now) ? "spare" : null;
  }
}

const between = (before: PaceLook, now: PaceLook) => ({
  seconds: (now.atMs - before.atMs) / 1000,
  heldSeconds: (now.heldBackMs - before.heldBackMs) / 1000,
  mediaSeconds: now.mediaSeconds - before.mediaSeconds,
});

function isBehind(before: PaceLook, now: PaceLook): boolean {
  const { seconds, mediaSeconds } = between(before, now);
  return seconds - mediaSeconds > BEHIND_SECONDS;
}

function hasTimeToSpare(before: PaceLook, now: PaceLook): boolean {
  const { seconds, heldSeconds, mediaSeconds } = between(before, now);
  return heldSeconds <= seconds * SPARE_SHARE && mediaSeconds >= seconds * KEPT_SHARE;
}
