/** What is pushed while a video is prepared (spec §3, Realtime progress): percent 0–100, seconds left or unknown. */
export interface ConversionProgress {
  id: number;
  progress: number;
  eta: number | null;
}

/** How fast this kind of work went before, in media seconds per wall second; null when nothing was measured yet. */
export interface SpeedEstimate {
  speed: number;
  samples: number;
}

const SMOOTHING = 0.3;

/** Folds one measured speed into what is known (exponentially weighted, newest counts 30 %). */
export function learnSpeed(known: SpeedEstimate | null, measured: number): SpeedEstimate {
  if (!known) return { speed: measured, samples: 1 };
  return { speed: known.speed + SMOOTHING * (measured - known.speed), samples: known.samples + 1 };
}

/**
 * Seconds until done: the work ahead in the queue shared among the workers, then the work itself.
 * Null when no speed is known: an honest "unknown" beats a number out of thin air.
 */
export function estimateSeconds(
  remainingMediaSeconds: number,
  speed: number | null,
  queuedAheadSeconds = 0,
  workers = 1,
): number | null {
  if (!speed || speed <= 0) return null;
  return Math.max(0, Math.ceil(queuedAheadSeconds / Math.max(1, workers) / speed + remainingMediaSeconds / speed));
}

/** Comparing rungs decodes up to a minute of a source, which takes about a tenth of encoding that minute. */
const COMPARED_SECONDS = 60;
const COMPARED_WORK = 0.1;

/** Which share of a video's work comparing its rungs is, 0–1. Pure. */
export const comparedShare = (durationSeconds: number): number =>
  COMPARED_WORK * Math.min(1, COMPARED_SECONDS / Math.max(1, durationSeconds));

const ENOUGH_SECONDS = 3;

/**
 * How fast running work goes, in media seconds per second, by what it has done so far; null until it ran for 3 s and
 * has something to show. `progress` is 0–1.
 */
export function observedSpeed(progress: number, mediaSeconds: number, elapsedSeconds: number): number | null {
  if (elapsedSeconds < ENOUGH_SECONDS || progress <= 0) return null;
  return (progress * mediaSeconds) / elapsedSeconds;
}
