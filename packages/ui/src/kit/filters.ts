import type { ReactNode } from "react";

export interface Option {
  value: string;
  label: string;
}

/** A filter whose value is one of several. */
export interface ChoiceFilter {
  kind: "choice";
  id: string;
  label: string;
  icon?: ReactNode;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of days, such as `2030-01-31`; either end may be open. */
export interface DaysFilter {
  kind: "days";
  id: string;
  label: string;
  icon?: ReactNode;
  from: string | undefined;
  to: string | undefined;
  onChange: (days: { from: string | undefined; to: string | undefined }) => void;
}

/** A filter with an editor of the page's own, such as one whose choices the server completes. */
export interface OwnFilter {
  kind: "own";
  id: string;
  label: string;
  icon?: ReactNode;
  /** What it is set to; undefined for nothing. */
  words: string | undefined;
  /** @param done closes the editor. */
  editor: (done: () => void) => ReactNode;
  onClear: () => void;
}

export type Filter = ChoiceFilter | DaysFilter | OwnFilter;

/** What is always set to one of several, such as a range: it leaves nothing out that could be put back. */
export interface ShownBy {
  filter: ChoiceFilter | DaysFilter;
  /** What it is set to, so that it is understood alone: `Last 28 days`, `By country`. */
  words: string;
}

/** Whether a filter leaves anything out. */
export function isOn(filter: Filter): boolean {
  if (filter.kind === "choice") return filter.value !== undefined;
  if (filter.kind === "own") return filter.words !== undefined;
  return filter.from !== undefined || filter.to !== undefined;
}

/** Takes a filter out. */
export function turnOff(filter: Filter): void {
  if (filter.kind === "choice") filter.onChange(undefined);
  else if (filter.kind === "own") filter.onClear();
  else filter.onChange({ from: undefined, to: undefined });
}

const DAY_MS = 86_400_000;

/** A day some days after another one, both such as `2030-01-31`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The ranges that are offered, in days that end today. */
export const PRESET_DAYS = [1, 7, 28, 90] as const;

/** Which of the offered ranges a filter is; null for one of its own. */
export const presetOf = ({ from, to }: Pick<DaysFilter, "from" | "to">, today: string): number | null =>
  to !== undefined && to !== today ? null : (PRESET_DAYS.find((days) => from === dayAfter(today, 1 - days)) ?? null);

/** The days of a month in weeks from Monday, null for those of its neighbours. @param month such as `2030-01`. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, "0")}`),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return weeks.map((week) => [...week, ...Array.from({ length: 7 - week.length }, () => null)]);
}

/** A month some months after another one, both such as `2030-01`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The range after a day was chosen: the first choice begins it, the second one ends it, whichever is earlier. */
export function rangeAfter(
  { from, to }: { from: string | undefined; to: string | undefined },
  day: string,
): { from: string | undefined; to: string | undefined } {
  if (from === undefined || to !== undefined) return { from: day, to: undefined };
  return day < from ? { from: day, to: from } : { from, to: day };
}
