/** Parts of what a plan includes, in percent, of which an account is warned when they are used up. */
const WARNED_AT = [100, 80, 50] as const;

/** The highest part that is used up, or null. @param usage thousandths of a unit @param included whole units; 0 is never used up */
export function reachedPercent(usage: number, included: number): (typeof WARNED_AT)[number] | null {
  if (included === 0) return null;
  return WARNED_AT.find((percent) => usage * 100 >= included * 1_000 * percent) ?? null;
}
