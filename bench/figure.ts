/** One line of a benchmark: what was measured, what it is held against in the same run, and what is promised. */
export interface Figure {
  what: string;
  ours: number;
  unit: string;
  /** The peer or physical limit measured in the same run; null where the figure stands alone. */
  beside: { what: string; value: number } | null;
  /** `higher` when more is better (MB per CPU-second), `lower` for times and sizes. */
  better: "higher" | "lower";
  /** The promise, in words: "≤ 0.4 s and ratio ≥ 0.35", or "none"; printed beside whether it is kept, never asserted. */
  goal: string;
  rounds: number;
  /** One of many alike, of which another figure gives the worst: it is printed and has no row in the table. */
  detail?: boolean;
}

/** A bound within the words of a goal, such as "≤ 0.4 s", "ratio ≥ 0.35" or "0" alone: what it is of, its sign, its number, its unit. */
const BOUND = /(ratio )?([≤≥]) ([\d.,]+)([^≤≥]*?)(?= and |$)|^([\d.,]+)$/g;

const printed: Figure[] = [];

/** How many times as good as what stands beside it: above 1 is better than the peer, for times as for throughputs. */
export function ratio({ ours, beside, better }: Figure): number | null {
  if (!beside) return null;
  const held = better === "higher" ? ours / beside.value : beside.value / ours;
  return Number.isFinite(held) ? held : null;
}

/**
 * Prints a figure in one line of words that can be copied into a page.
 * @throws Error when nothing was measured, or the goal is of something else
 */
export function print(figure: Figure): void {
  const { what, ours, unit, beside, goal, rounds } = figure;
  if (!Number.isFinite(ours) || (beside && !Number.isFinite(beside.value)))
    throw new Error(`${what} was not measured: ${ours} beside ${beside?.value ?? "nothing"}.`);
  const held = ratio(figure);
  const parts = [
    inUnit(what, ours, unit),
    beside && inUnit(beside.what, beside.value, unit) + (held === null ? "" : ` → ratio ${round(held)}`),
    `goal ${goal}${verdict(figure, ": kept", ": MISSED")}`,
    rounds > 1 ? `median of ${rounds}` : "one round",
  ];
  console.log(`  ${parts.filter((part) => part !== null).join(" | ")}`);
  printed.push(figure);
}

/** Every figure printed since this was last called. */
export const takePrinted = (): Figure[] => printed.splice(0);

/** One of two words, by whether the figure keeps its goal; none where it has no goal. */
export function verdict(figure: Figure, kept: string, missed: string): string {
  const keeps = keepsGoal(figure);
  if (keeps === null) return "";
  return keeps ? kept : missed;
}

/**
 * Whether a figure keeps every bound that its goal names; null when there is none.
 * @throws Error when a bound is in another unit than the figure, or of a ratio that the figure does not have.
 */
export function keepsGoal(figure: Figure): boolean | null {
  const bounds = [...figure.goal.matchAll(BOUND)];
  if (bounds.length === 0) return null;
  return bounds.every(([words, ofRatio, sign, number, unit = "", alone]) => {
    const value = ofRatio ? ratio(figure) : figure.ours;
    if (value === null) throw new Error(`${figure.what} has nothing beside it, and a goal of a ratio: ${words}.`);
    if (!ofRatio && unit.trim() !== "" && !unit.trim().startsWith(figure.unit))
      throw new Error(`${figure.what} is in ${figure.unit}, its goal is not: ${words}.`);
    const bound = Number((number ?? alone ?? "").replaceAll(",", ""));
    if (sign === undefined) return value === bound;
    return sign === "≤" ? value <= bound : value >= bound;
  });
}

const inUnit = (what: string, value: number, unit: string) => `${what}: ${round(value)} ${unit}`.trimEnd();

/** Three significant digits, or the whole number when it is longer. */
export function round(value: number): string {
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
