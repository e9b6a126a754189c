import type { Executor } from "@kinora/db/connect.ts";
import type { DeliveryDimension } from "@kinora/domain/analytics/reports.ts";
import { sql, type RawBuilder } from "kysely";
import { deliveriesOf, type ReportFilter } from "./filter.ts";
import { pointOf, pointsOf, within, type Period } from "./period.ts";
import type { Place } from "./view-reports.ts";

const HOUR = sql.ref("hour");
const KINDS = ["segment", "part", "download", "poster", "other"] as const;

interface DeliveryFigures extends Record<(typeof KINDS)[number], number> {
  bytes: number;
  requests: number;
}

const sums = sql`coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(requests), 0)::float8 as requests, ${sql.join(
  KINDS.map((kind) => sql`coalesce(sum(bytes) filter (where kind = ${sql.lit(kind)}), 0)::float8 as ${sql.ref(kind)}`),
)}`;

const NOTHING: DeliveryFigures = { bytes: 0, requests: 0, segment: 0, part: 0, download: 0, poster: 0, other: 0 };

/** What was sent in a range. */
export async function deliveryTotals(db: Executor, filter: ReportFilter, period: Period): Promise<DeliveryFigures> {
  const { rows } = await sql<DeliveryFigures>`
    select ${sums} from delivery_hours where ${deliveriesOf(filter)} and ${within(HOUR, period)}`.execute(db);
  return rows[0] ?? NOTHING;
}

/** What was sent at each point of a range. */
export async function deliverySeries(db: Executor, filter: ReportFilter, period: Period) {
  const { rows } = await sql<DeliveryFigures & { at: Date }>`
    with points as (${pointsOf(period)}), sums as (
      select ${pointOf(HOUR, period)} as at, ${sums} from delivery_hours
      where ${deliveriesOf(filter)} and ${within(HOUR, period)} group by 1)
    select points.at, ${sql.join(
      ["bytes", "requests", ...KINDS].map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`),
    )}
    from points left join sums on sums.at = points.at order by points.at`.execute(db);
  return rows;
}

const KEYS: Readonly<Record<DeliveryDimension, RawBuilder<string>>> = {
  item: sql`item_kind || ' ' || item_id`,
  kind: sql`kind`,
  height: sql`height::text`,
  host: sql`host`,
  country: sql`country`,
};

/** The table of the report on bandwidth, by one dimension, the most bytes first. */
export async function deliveriesBy(
  db: Executor,
  filter: ReportFilter,
  period: Period,
  by: DeliveryDimension,
  { page, perPage }: Place,
) {
  const { projectId } = filter;
  const name =
    by === "item"
      ? sql`coalesce(
          (select title from videos where project_id = ${projectId} and 'video ' || id = page.key),
          (select name from streams where project_id = ${projectId} and 'stream ' || id = page.key), page.key)`
      : sql`page.key`;
  const { rows } = await sql<{ key: string; name: string; bytes: number; requests: number; total: number }>`
    select page.key, page.bytes, page.requests, page.total, ${name} as name from (
      select grouped.*, count(*) over ()::int as total from (
        select ${KEYS[by]} as key, sum(bytes)::float8 as bytes, sum(requests)::float8 as requests from delivery_hours
        where ${deliveriesOf(filter)} and ${within(HOUR, period)} group by 1) grouped
      order by bytes desc, key offset ${(page - 1) * perPage} limit ${perPage}) page
    order by bytes desc, key`.execute(db);
  return { rows: rows.map(({ key, total: _total, ...row }) => ({ id: key, ...row })), total: rows[0]?.total ?? 0 };
}
