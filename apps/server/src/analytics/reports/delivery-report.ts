import type { Executor } from "@kinora/db/connect.ts";
import { shareOf, type DeliveryDimension } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { DeliverySumsRow, Place } from "../sums/hour-sums.ts";
import type { Reader } from "../sums/reader.ts";
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
export async function deliveryTotals({ sums }: Reader, filter: ReportFilter, period: Period) {
  const sent = await sums.deliveries(filter, period);
  // Everyone's bytes are counted: so are their views.
  const { plays } = await sums.views({ ...filter, own: true, bots: true }, period);
  return {
    ...figuresOf(sent),
    per_play: shareOf(sent.bytes, plays),
    peak_megabits: (await sums.mostInAnHour(filter, period)) * MEGABITS_OF_AN_HOUR,
  };
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
  const keys = rows.map(({ key }) => key);
  const names = await namesOf(db, filter.projectId, by, keys);
  return {
    rows: rows.map(({ key, ...row }) => ({
      id: key,
      name: names ? (names.get(key) ?? (by === "item" ? key : "")) : key,
      ...row,
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
