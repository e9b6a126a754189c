/** How finely a report's chart is drawn. */
export const GRANULARITIES = ["hour", "day", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** The longest range of a report in days, and of one by the hour. */
export const REPORT_DAYS_MAX = 400;
export const HOURLY_DAYS_MAX = 31;

/** What the table of the report on players is divided by. */
export const VIEW_DIMENSIONS = ["player", "host", "country", "device", "browser"] as const;
export type ViewDimension = (typeof VIEW_DIMENSIONS)[number];

/** What the table of the report on bandwidth is divided by. */
export const DELIVERY_DIMENSIONS = ["item", "kind", "height", "player", "host", "country"] as const;
export type DeliveryDimension = (typeof DELIVERY_DIMENSIONS)[number];

/** How many rows of a report's table its CSV file has at most. */
export const EXPORT_ROWS_MAX = 10_000;

/** Days of which the lists of videos and of players show plays. */
export const LISTED_DAYS = 28;

const DAY_MS = 86_400_000;

/** How many days a range has, both ends included; 0 or less for one that ends before it begins. */
export const daysOf = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;

/** The day that `by` days away from another; both `YYYY-MM-DD`. */
export const dayAfter = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);

/** The range of the same length before a range. */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = daysOf(from, to);
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) };
}

/** What is wrong with a range, for people; null when nothing is. */
export function rangeProblem(from: string, to: string, granularity: Granularity): string | null {
  const days = daysOf(from, to);
  if (days < 1) return "The range ends before it begins.";
  if (days > REPORT_DAYS_MAX) return `Choose a range of up to ${REPORT_DAYS_MAX} days.`;
  if (granularity === "hour" && days > HOURLY_DAYS_MAX)
    return `Choose a range of up to ${HOURLY_DAYS_MAX} days, or a coarser chart.`;
  return null;
}

/** A part of a whole, 0–1; null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
