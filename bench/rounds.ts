/** The middle of some measurements; of an even number the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that `share` (0–1) of the measurements do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}

/**
 * Runs every measurement once per round, one after the other, so that whatever else the machine does meanwhile hits all
 * of them alike; answers each one's values in the order of the rounds.
 */
export async function alternate<Name extends string>(
  rounds: number,
  measurements: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measurements) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let played = 0; played < rounds; played += 1) {
    // Every other round goes backwards, so that neither always runs second.
    for (const name of played % 2 === 0 ? names : names.toReversed()) values[name].push(await measurements[name]());
  }
  return values;
}
