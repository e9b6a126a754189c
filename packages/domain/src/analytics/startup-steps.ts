/** Upper ends of the steps in which first frames are counted, in milliseconds; what took longer is in one more step. */
export const STARTUP_STEPS_MS = [
  50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_500, 3_000,
  3_500, 4_000, 5_000, 6_000, 8_000, 10_000, 15_000, 20_000, 30_000, 60_000,
] as const;

/** The step in which a first frame is counted. */
export function startupStep(ms: number): number {
  const step = STARTUP_STEPS_MS.findIndex((end) => ms <= end);
  return step < 0 ? STARTUP_STEPS_MS.length : step;
}

/** Empty steps. */
export const noStartups = (): number[] => Array.from({ length: STARTUP_STEPS_MS.length + 1 }, () => 0);

/**
 * The time within which a `share` of the first frames came, 0.5 for the median; null without any. First frames are
 * taken as spread evenly over their step.
 */
export function startupPercentile(startups: readonly number[], share: number): number | null {
  const total = startups.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (const [step, count] of startups.entries()) {
    if (count > 0 && before + count >= wanted) {
      const start = STARTUP_STEPS_MS[step - 1] ?? 0;
      const end = STARTUP_STEPS_MS[step];
      // The last step has no end.
      return end === undefined ? start : start + (end - start) * Math.max(0, (wanted - before) / count);
    }
    before += count;
  }
  return STARTUP_STEPS_MS.at(-1) ?? null;
}
