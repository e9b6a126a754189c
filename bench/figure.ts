/** One line of a benchmark: what was measured, what it is held against in the same run, and what is promised. */
export interface Figure {
  what: string;
  ours: number;
  unit: string;
  /** The peer or physical limit measured in the same run; null where the figure stands alone. */
  beside: { what: string; value: number } | null;
  /** `higher` when more is better (MB per CPU-second), `lower` for times and sizes. */
  better: "higher" | "lower";
  /** The promise, in words; printed, never asserted. */
  goal: string;
  rounds: number;
}

/** How many times as good as what stands beside it: above 1 is better than the peer, for times as for throughputs. */
export function ratio({ ours, beside, better }: Figure): number | null {
  if (!beside) return null;
  return better === "higher" ? ours / beside.value : beside.value / ours;
}

/** Prints a figure in one line of words that can be copied into a page. */
export function print(figure: Figure): void {
  const { what, ours, unit, beside, goal, rounds } = figure;
  const held = ratio(figure);
  const parts = [
    `${what}: ${round(ours)} ${unit}`,
    beside && held !== null ? `${beside.what}: ${round(beside.value)} ${unit} → ratio ${round(held)}` : null,
    `goal ${goal}`,
    rounds > 1 ? `median of ${rounds}` : "one round",
  ];
  console.log(`  ${parts.filter((part) => part !== null).join(" | ")}`);
}

/** Three significant digits, or the whole number when it is longer. */
export function round(value: number): string {
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
