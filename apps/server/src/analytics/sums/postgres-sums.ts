import type { Executor } from "@kinora/db/connect.ts";
import type { DeliveryDimension, ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { sql, type RawBuilder } from "kysely";
import { deliveriesOf, viewsOf } from "../reports/filter.ts";
import { pointOf, pointsOf, within } from "../reports/period.ts";
import {
  DELIVERY_KINDS,
  NO_DELIVERIES,
  NO_VIEWS,
  VIEW_SUMS,
  type DeliverySumsRow,
  type HourSums,
  type ItemSumsRow,
  type ItemKind,
  type Place,
  type ViewSumsRow,
} from "./hour-sums.ts";

const HOUR = sql.ref("hour");

const viewSums = sql`${sql.join(
  VIEW_SUMS.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`),
)}, coalesce(sum(plays) filter (where item_kind = 'video'), 0)::float8 as video_plays, sum_startups(startups) as startups`;

const deliverySums = sql`coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(requests), 0)::float8 as requests,
  coalesce(sum(cached), 0)::float8 as cached,
  coalesce(sum(bytes) filter (where item_kind = 'stream'), 0)::float8 as live, ${sql.join(
    DELIVERY_KINDS.map(
      (kind) => sql`coalesce(sum(bytes) filter (where kind = ${sql.lit(kind)}), 0)::float8 as ${sql.ref(kind)}`,
    ),
  )}`;

const VIEW_KEYS: Readonly<Record<ViewDimension, RawBuilder<string>>> = {
  player: sql`player_id::text`,
  host: sql`host`,
  country: sql`country`,
  device: sql`device`,
  browser: sql`browser`,
};

const DELIVERY_KEYS: Readonly<Record<DeliveryDimension, RawBuilder<string>>> = {
  item: sql`item_kind || ' ' || item_id`,
  kind: sql`kind`,
  height: sql`height::text`,
  player: sql`player_id::text`,
  host: sql`host`,
  country: sql`country`,
};

const ofKind = (kind: ItemKind | undefined) => (kind === undefined ? sql`` : sql`and item_kind = ${kind}`);

/** Rows of a grouped statement in their order, with how many groups there are. */
async function placed<Row extends object>(
  db: Executor,
  grouped: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page, perPage }: Place,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    select grouped.*, count(*) over ()::int as total from (${grouped}) grouped
    order by ${order} offset ${(page - 1) * perPage} limit ${perPage}`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row as unknown as Row), total: rows[0]?.total ?? 0 };
}

/** The questions of reports to PostgreSQL. */
export const postgresSums = (db: Executor): HourSums => ({ ...viewQuestions(db), ...deliveryQuestions(db) });

const viewQuestions = (
  db: Executor,
): Pick<HourSums, "views" | "viewsByPoint" | "viewsByKey" | "viewsByItem" | "ranksOf"> => ({
  async views(filter, period, kind) {
    const { rows } = await sql<ViewSumsRow>`
      select ${viewSums} from view_hours where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)}`.execute(
      db,
    );
    return rows[0] ?? NO_VIEWS;
  },
  async viewsByPoint(filter, period, kind) {
    const { rows } = await sql<ViewSumsRow & { at: Date }>`
      with points as (${pointsOf(period)}), sums as (
        select ${pointOf(HOUR, period)} as at, ${viewSums} from view_hours
        where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)} group by 1)
      select points.at, ${sql.join(
        [...VIEW_SUMS, "video_plays"].map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`),
      )}, startups
      from points left join sums on sums.at = points.at order by points.at`.execute(db);
    return rows;
  },
  viewsByKey: (filter, period, by, place) =>
    placed<ViewSumsRow & { key: string }>(
      db,
      sql`select ${VIEW_KEYS[by]} as key, ${viewSums} from view_hours
        where ${viewsOf(filter)} and ${within(HOUR, period)} group by 1`,
      sql`plays desc, loads desc, key`,
      place,
    ),
  viewsByItem: (filter, period, kind, place) =>
    placed<ItemSumsRow>(
      db,
      sql`select item_id as id, ${viewSums}, max(hour) filter (where plays > 0) as last_play from view_hours
        where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)} group by 1`,
      sql`plays desc, watched_ms desc, id`,
      place,
    ),
  async ranksOf(filter, period, kind, ids) {
    const { rows } = await sql<{ id: number; place: number }>`
      select id, place from (
        select item_id as id, row_number() over (order by sum(plays) desc, sum(watched_ms) desc, item_id)::int as place
        from view_hours where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)} group by item_id) as ranked
      where id = any(${ids})`.execute(db);
    return new Map(rows.map(({ id, place }) => [id, place]));
  },
});

const deliveryQuestions = (
  db: Executor,
): Pick<
  HourSums,
  "deliveries" | "deliveriesByPoint" | "deliveriesByKey" | "busiestHours" | "itemBytes" | "firstHour"
> => ({
  async deliveries(filter, period) {
    const { rows } = await sql<DeliverySumsRow>`
      select ${deliverySums} from delivery_hours where ${deliveriesOf(filter)} and ${within(HOUR, period)}`.execute(db);
    return rows[0] ?? NO_DELIVERIES;
  },
  async deliveriesByPoint(filter, period) {
    const { rows } = await sql<DeliverySumsRow & { at: Date }>`
      with points as (${pointsOf(period)}), sums as (
        select ${pointOf(HOUR, period)} as at, ${deliverySums} from delivery_hours
        where ${deliveriesOf(filter)} and ${within(HOUR, period)} group by 1)
      select points.at, ${sql.join(
        Object.keys(NO_DELIVERIES).map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`),
      )}
      from points left join sums on sums.at = points.at order by points.at`.execute(db);
    return rows;
  },
  deliveriesByKey: (filter, period, by, place) =>
    placed<{ key: string; bytes: number; requests: number }>(
      db,
      sql`select ${DELIVERY_KEYS[by]} as key, sum(bytes)::float8 as bytes, sum(requests)::float8 as requests
        from delivery_hours where ${deliveriesOf(filter)} and ${within(HOUR, period)} group by 1`,
      sql`bytes desc, key`,
      place,
    ),
  async busiestHours(filter, period) {
    const { rows } = await sql<{ most: number; p95: number }>`
      select coalesce(max(bytes), 0) as most, coalesce(percentile_cont(0.95) within group (order by bytes), 0) as p95 from (
        select sum(bytes)::float8 as bytes from delivery_hours
        where ${deliveriesOf(filter)} and ${within(HOUR, period)} group by hour) as hours`.execute(db);
    return rows[0] ?? { most: 0, p95: 0 };
  },
  async itemBytes(filter, period, kind, ids) {
    const { rows } = await sql<{ id: number; bytes: number }>`
      select item_id as id, sum(bytes)::float8 as bytes from delivery_hours
      where ${deliveriesOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)} and item_id = any(${ids})
      group by 1`.execute(db);
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  },
  async firstHour(projectId, table) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(hour) as at from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
    return rows[0]?.at ?? null;
  },
});
