import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { ReportFilter } from "../reports/filter.ts";
import { endOf, startOf, type Period } from "../reports/period.ts";
import type { Span } from "./combined-views.ts";
import type { ItemKind } from "./report-sums.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The UTC hours of a range in its time zone; PostgreSQL knows the calendar of every zone. Where a zone's day begins within an hour,
 * that hour belongs to the day before.
 */
export async function spanOf(db: Executor, period: Period): Promise<Span> {
  const { rows } = await sql<Span>`select ${startOf(period)} as from, ${endOf(period)} as to`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The range of a report was not computed.");
  return { from: rounded(row.from, HOUR_MS, "up"), to: rounded(row.to, HOUR_MS, "up") };
}

/** Steps whose sums make up a span: the UTC days within it, and the hours before and after them. */
export function stepsOf({ from, to }: Span): (Span & { step: "hour" | "day" })[] {
  const days = { from: rounded(from, DAY_MS, "up"), to: rounded(to, DAY_MS, "down") };
  if (days.from >= days.to) return [{ step: "hour", from, to }];
  const steps: (Span & { step: "hour" | "day" })[] = [
    { step: "hour", from, to: days.from },
    { step: "day", ...days },
    { step: "hour", from: days.to, to },
  ];
  return steps.filter((each) => each.from < each.to);
}

const rounded = (at: Date, unit: number, way: "up" | "down") =>
  new Date((way === "up" ? Math.ceil(at.getTime() / unit) : Math.floor(at.getTime() / unit)) * unit);

/** Whether sums by one dimension are made of every day of a span. */
export async function isFilled(db: Executor, source: "views" | "deliveries", { from, to }: Span): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from sums_filled where source = ${source} and next_day <= last_day
      and next_day < (${to}::timestamptz at time zone 'UTC') and last_day + 1 > (${from}::timestamptz at time zone 'UTC')) as waits`.execute(
    db,
  );
  return rows[0]?.waits === false;
}

/** What sums are read by; without a value all of them. */
export interface OneDimension {
  /** Empty for all of the project. */
  dimension: string;
  value: string | undefined;
}

/**
 * The dimension by which a report can be read from sums of one alone: that of its filter and of its rows. Null for two.
 * @param by the dimension of its rows; null for rows that are of all values.
 */
export function onlyDimension(filter: ReportFilter, by: string | null): OneDimension | null {
  const { video, stream, player, host, country, device } = filter;
  if (video !== undefined && stream !== undefined) return null;
  const found = new Map<string, string | undefined>(by === null ? [] : [[by, undefined]]);
  const filters = { item: video ?? stream, player, host, country, device };
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) found.set(name, String(value));
  if (found.size > 1) return null;
  const [dimension, value] = [...found][0] ?? ["", ""];
  return { dimension, value };
}

/** The numbers of videos and of livestreams are not the same. */
export const itemKindOf = ({ video, stream }: ReportFilter): ItemKind | undefined => {
  if (video !== undefined) return "video";
  return stream === undefined ? undefined : "stream";
};

export const ofKind = (kind: ItemKind | undefined) => (kind === undefined ? sql`` : sql`and item_kind = ${kind}`);
