import type { DailyFigure } from "@kinora/domain/accounts/statistics.ts";
import type { ChartData } from "@kinora/ui/kit/chart-data.ts";
import type { AccountStatistics } from "./queries.ts";

const DAY_MS = 86_400_000;

/** Every day of a month, `2030-01`, as noon in UTC, so that it is the same day in nearly all zones. */
export function daysOfMonth(month: string): number[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const [first, after] = [Date.UTC(year, number - 1, 1, 12), Date.UTC(year, number, 1, 12)];
  return Array.from({ length: Math.round((after - first) / DAY_MS) }, (_, day) => first + day * DAY_MS);
}

/** The days of a month that have begun. `elapsed`: how much of it has passed, 0 to 1. */
export function daysSoFar(month: string, elapsed: number, days: AccountStatistics["days"]): number[] {
  const all = daysOfMonth(month);
  const counted = days.map(({ day }) => Number(day.slice(-2)));
  return all.slice(0, Math.max(Math.ceil(elapsed * all.length), ...counted));
}

/** One figure of days as areas: a project each, what used most below, and the other ones together on top. */
export function areasOf(
  times: number[],
  days: AccountStatistics["days"],
  figure: DailyFigure,
  others: string,
): ChartData {
  const rows = days.filter((row) => row.figure === figure);
  const sums = new Map<number, { label: string; sum: number; values: number[] }>();
  for (const { day, project_id: id, project, amount } of rows) {
    const area = sums.get(id) ?? { label: id === 0 ? others : project, sum: 0, values: times.map(() => 0) };
    const at = Number(day.slice(-2)) - 1;
    area.values[at] = (area.values[at] ?? 0) + amount;
    area.sum += id === 0 ? 0 : amount;
    sums.set(id, area);
  }
  const areas = [...sums.values()].toSorted((a, b) => b.sum - a.sum);
  // Two projects may have one name.
  const named = areas.map(({ label, values }, at) => ({
    label: areas.findIndex((each) => each.label === label) === at ? label : `${label} (${at + 1})`,
    values,
  }));
  return { times, series: named };
}
