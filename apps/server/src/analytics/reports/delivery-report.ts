import type { Executor } from "@kinora/db/connect.ts";
import { shareOf, type DeliveryDimension } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { Reader } from "../sums/reader.ts";
import type { DeliverySumsRow, Place } from "../sums/report-sums.ts";
import type { ReportFilter } from "./filter.ts";
import type { Period } from "./period.ts";
import { playerTitles } from "./player-titles.ts";

const MEGABITS_OF_AN_HOUR = 8 / 3_600 / 1_000_000;

const figuresOf = ({ cached, live, ...sent }: DeliverySumsRow) => ({
  ...sent,
  cache_hit: shareOf(cached, sent.requests),
  live_share: shareOf(live, sent.bytes),
});

/** What was sent in a range. */
export async function deliveryTotals({ db, sums }: Reader, filter: ReportFilter, period: Period) {
  const sent = await sums.deliveries(filter, period);
  // Everyone's bytes are counted: so are their views.
  const { plays } = await sums.views({ ...filter, own: true, bots: true }, period);
  const { most, p95 } = await sums.busiestHours(filter, period);
  return {
    ...figuresOf(sent),
    per_play: shareOf(sent.bytes, plays),
    peak_megabits: most * MEGABITS_OF_AN_HOUR,
    p95_megabits: p95 * MEGABITS_OF_AN_HOUR,
    stored: await storedNow(db, filter, period),
  };
}

/** What the project stores now; null for a range that ended before today, and for one that is narrowed. */
async function storedNow(db: Executor, filter: ReportFilter, { to, zone }: Period): Promise<number | null> {
  const { video, stream, player, host, country } = filter;
  if ([video, stream, player, host, country].some((value) => value !== undefined)) return null;
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(max(bytes), 0)::float8 as bytes from project_storage where project_id = ${filter.projectId}
    having ${to}::date >= (now() at time zone ${zone})::date`.execute(db);
  return rows[0]?.bytes ?? null;
}

/** What was sent at each point of a range. */
export async function deliverySeries({ sums }: Reader, filter: ReportFilter, period: Period) {
  const points = await sums.deliveriesByPoint(filter, period);
  return points.map(({ at, ...sent }) => ({ at, ...figuresOf(sent) }));
}

/** The table of the report on bandwidth, by one dimension, the most bytes first. */
export async function deliveriesBy(
  { db, sums }: Reader,
  filter: ReportFilter,
  period: Period,
  by: DeliveryDimension,
  place: Place,
) {
  const { rows, total } = await sums.deliveriesByKey(filter, period, by, place);
  const { bytes: all } = await sums.deliveries(filter, period);
  const keys = rows.map(({ key }) => key);
  const names = await namesOf(db, filter.projectId, by, keys);
  return {
    rows: rows.map(({ key, ...row }) => ({
      id: key,
      name: names ? (names.get(key) ?? (by === "item" ? key : "")) : key,
      ...row,
      share: shareOf(row.bytes, all),
    })),
    total,
  };
}

/** What people call the keys of a dimension; null where the key is its name. */
async function namesOf(
  db: Executor,
  projectId: number,
  by: DeliveryDimension,
  keys: readonly string[],
): Promise<Map<string, string> | null> {
  if (by === "player") return playerTitles(db, projectId, keys);
  if (by !== "item") return null;
  const ids = (kind: string) => keys.flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []));
  const { rows } = await sql<{ key: string; name: string }>`
    select 'video ' || id as key, title as name from videos
    where project_id = ${projectId} and id = any(${ids("video")}::bigint[])
    union all
    select 'stream ' || id, name from streams where project_id = ${projectId} and id = any(${ids("stream")}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}
