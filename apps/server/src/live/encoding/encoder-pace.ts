/** An encoder's progress at one moment. */
export interface PaceSample {
  atMs: number;
  /** Seconds of the publisher's media encoded so far. */
  mediaSeconds: number;
  /** Milliseconds the encoder held the publisher back, in total. */
  backpressureMs: number;
}

/** `behind`: the encoder cannot catch up. `spare`: it has had spare capacity for long enough to add a rung. */
export type Pace = "behind" | "spare";

/** Share of the time with backpressure above which the encoder counts as saturated. */
const FULL_SHARE = 0.5;
/** Seconds behind real time from which an encoder does not catch up. */
const BEHIND_SECONDS = 1.5;
/** Share of the time with backpressure below which there is spare capacity: large frames fill the pipe for a moment. */
const SPARE_SHARE = 0.1;
/** Least encoded seconds per second for spare capacity: with a publisher that hardly sends, the encoder's speed is unknown. */
const KEPT_SHARE = 0.9;

/**
 * Detects whether an encoder falls behind real time: it is saturated and encodes less than a second per second. With a slow
 * publisher the encoder idles and does not count as behind. One that keeps up almost without backpressure has spare capacity.
 */
export class EncoderPace {
  readonly #patienceSeconds: number;
  #last: PaceSample | null = null;
  #busySince: PaceSample | null = null;
  #watchedSince: PaceSample | null = null;

  /** @param patienceSeconds how long spare capacity must last for each `spare`; null: never reported. */
  constructor(patienceSeconds: number | null) {
    this.#patienceSeconds = patienceSeconds ?? Infinity;
  }

  /** Adds a sample; null when there is nothing to report. */
  sample(now: PaceSample): Pace | null {
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
    return hasSpareCapacity(watched, now) ? "spare" : null;
  }
}

const between = (before: PaceSample, now: PaceSample) => ({
  seconds: (now.atMs - before.atMs) / 1000,
  heldSeconds: (now.backpressureMs - before.backpressureMs) / 1000,
  mediaSeconds: now.mediaSeconds - before.mediaSeconds,
});

function isBehind(before: PaceSample, now: PaceSample): boolean {
  const { seconds, mediaSeconds } = between(before, now);
  return seconds - mediaSeconds > BEHIND_SECONDS;
}

function hasSpareCapacity(before: PaceSample, now: PaceSample): boolean {
  const { seconds, heldSeconds, mediaSeconds } = between(before, now);
  return heldSeconds <= seconds * SPARE_SHARE && mediaSeconds >= seconds * KEPT_SHARE;
}
