/** How fast bytes go, smoothed so that the figure can be read. */
export interface Speed {
  atMs: number;
  sentBytes: number;
  bytesPerSecond: number | null;
}

const SAMPLE_MS = 500;
const SMOOTHING = 0.25;

export const startSpeed = (atMs: number, sentBytes: number): Speed => ({ atMs, sentBytes, bytesPerSecond: null });

/** Folds a measurement in, at most every half second. Bytes that went back (a retry) start the measure again. */
export function measureSpeed(speed: Speed, atMs: number, sentBytes: number): Speed {
  if (sentBytes < speed.sentBytes) return startSpeed(atMs, sentBytes);
  const elapsed = atMs - speed.atMs;
  if (elapsed < SAMPLE_MS) return speed;
  const now = ((sentBytes - speed.sentBytes) / elapsed) * 1000;
  const before = speed.bytesPerSecond;
  return { atMs, sentBytes, bytesPerSecond: before === null ? now : before + SMOOTHING * (now - before) };
}

/** Seconds until the last byte has gone; null while nobody can know. */
export function secondsLeft(bytesPerSecond: number | null, sentBytes: number, sizeBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  return Math.ceil((sizeBytes - sentBytes) / bytesPerSecond);
}
