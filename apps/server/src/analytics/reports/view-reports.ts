import type { Executor } from "@kinora/db/connect.ts";
import type { ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { sql, type RawBuilder } from "kysely";
import { deliveriesOf, viewsOf, type ReportFilter } from "./filter.ts";
import { endOf, pointOf, pointsOf, startOf, within, type Period } from "./period.ts";
import { countUniques, uniquesOf } from "./uniques.ts";
import { figuresOf, NO_VIEWS, viewSums, type ViewSumsRow } from "./view-figures.ts";

const HOUR = sql.ref("hour");

/** The place of a table's page. */
export interface Place {
  page: number;
  perPage: number;
}

/** Rows of a report's table, and how many there are in all. */
export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** A report's figures as a whole, of views of videos or livestreams, or of both. */
export async function viewTotals(db: Executor, filter: ReportFilter, period: Period, kind?: "video" | "stream") {
  const { rows } = await sql<ViewSumsRow>`
    select ${viewSums} from view_hours where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)}`.execute(
    db,
  );
  // Sketches tell apart the visitors of the project or of one item, not those of all videos.
  const unique = kind === undefined || filter[kind] !== undefined ? await countUniques(db, filter, period) : null;
  return { ...figuresOf(rows[0] ?? NO_VIEWS), unique };
}

/** A report's figures at each point of its range. */
export async function viewSeries(db: Executor, filter: ReportFilter, period: Period, kind?: "video" | "stream") {
  const { rows } = await sql<ViewSumsRow & { at: Date }>`
    with points as (${pointsOf(period)}), sums as (
      select ${pointOf(HOUR, period)} as at, ${viewSums} from view_hours
      where ${viewsOf(filter)} and ${within(HOUR, period)} ${ofKind(kind)} group by 1)
    select points.at, coalesce(loads, 0) as loads, coalesce(plays, 0) as plays, coalesce(views, 0) as views,
      coalesce(ends, 0) as ends, coalesce(watched_ms, 0) as watched_ms, coalesce(waited_ms, 0) as waited_ms,
      coalesce(errors, 0) as errors, coalesce(ads, 0) as ads, coalesce(ad_requests, 0) as ad_requests,
      coalesce(furthest, 0) as furthest, coalesce(video_plays, 0) as video_plays, startups
    from points left join sums on sums.at = points.at order by points.at`.execute(db);
  return rows.map(({ at, ...sums }) => ({ at, ...figuresOf(sums) }));
}

const ofKind = (kind: "video" | "stream" | undefined) => (kind === undefined ? sql`` : sql`and item_kind = ${kind}`);

const KEYS: Readonly<Record<ViewDimension, RawBuilder<string>>> = {
  player: sql`player_id::text`,
  host: sql`host`,
  country: sql`country`,
  device: sql`device`,
  browser: sql`browser`,
};

/** The table of the report on players, by one dimension, the most plays first. */
export async function viewsBy(db: Executor, filter: ReportFilter, period: Period, by: ViewDimension, place: Place) {
  const grouped = sql`
    select ${KEYS[by]} as key, ${viewSums} from view_hours where ${viewsOf(filter)} and ${within(HOUR, period)} group by 1`;
  const { rows } = await sql<ViewSumsRow & { key: string; name: string; total: number }>`
    select page.*, ${by === "player" ? sql`coalesce(players.title, '')` : sql`page.key`} as name from (
      select grouped.*, count(*) over ()::int as total from (${grouped}) grouped
      order by plays desc, loads desc, key offset ${(place.page - 1) * place.perPage} limit ${place.perPage}) page
    ${by === "player" ? sql`left join players on players.id::text = page.key and players.project_id = ${filter.projectId}` : sql``}
    order by plays desc, loads desc, key`.execute(db);
  return {
    rows: rows.map(({ key, name, total: _total, ...sums }) => ({ id: key, name, ...figuresOf(sums) })),
    total: rows[0]?.total ?? 0,
  };
}

const TABLES = {
  video: { table: sql.table("videos"), title: sql.ref("title") },
  stream: { table: sql.table("streams"), title: sql.ref("name") },
};

/** The videos or livestreams that were played most; those that were deleted keep their figures, under their number. */
export async function topItems(
  db: Executor,
  filter: ReportFilter,
  period: Period,
  kind: "video" | "stream",
  place: Place,
) {
  const { table, title } = TABLES[kind];
  const { rows } = await sql<ViewSumsRow & { id: number; title: string | null; bytes: number; total: number }>`
    select page.*, item.title,
      (select coalesce(sum(bytes), 0)::float8 from delivery_hours where ${deliveriesOf(filter)} and ${within(HOUR, period)}
        and item_kind = ${kind} and item_id = page.id) as bytes
    from (
      select grouped.*, count(*) over ()::int as total from (
        select item_id as id, ${viewSums} from view_hours
        where ${viewsOf(filter)} and ${within(HOUR, period)} and item_kind = ${kind} group by 1) grouped
      order by plays desc, watched_ms desc, id offset ${(place.page - 1) * place.perPage} limit ${place.perPage}) page
    left join (select id, ${title} as title from ${table} where project_id = ${filter.projectId}) item on item.id = page.id
    order by plays desc, watched_ms desc, page.id`.execute(db);
  const uniques = await uniquesOf(
    db,
    filter,
    period,
    kind,
    rows.map(({ id }) => String(id)),
  );
  // Bytes know neither their player nor their device.
  const ofViewers = filter.player !== undefined || filter.device !== undefined;
  // Sketches are kept of one thing at a time.
  const isNarrowed = [filter.player, filter.host, filter.country, filter.device].some((value) => value !== undefined);
  return {
    rows: rows.map(({ id, title: name, bytes, total: _total, ...sums }) => ({
      id,
      title: name ?? `#${id}`,
      bytes: ofViewers ? null : bytes,
      unique: isNarrowed ? null : (uniques.get(String(id)) ?? 0),
      ...figuresOf(sums),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** What livestreams did on air in a range, by their ids. */
export async function onAirOf(db: Executor, projectId: number, period: Period, ids: readonly number[], now: Date) {
  const sessions = await sql<{ id: number; sessions: number; live_hours: number }>`
    select stream_id as id, count(*)::int as sessions,
      sum(extract(epoch from least(coalesce(ended_at, ${now}::timestamptz), ${endOf(period)})
        - greatest(started_at, ${startOf(period)})))::float8 / 3600 as live_hours
    from stream_sessions where project_id = ${projectId} and stream_id = any(${ids})
      and started_at < ${endOf(period)} and coalesce(ended_at, ${now}::timestamptz) > ${startOf(period)}
    group by 1`.execute(db);
  const peaks = await sql<{ id: number; peak: number; peak_at: Date }>`
    select distinct on (item_id) item_id as id, viewers as peak, minute as peak_at from viewers_now
    where project_id = ${projectId} and item_kind = 'stream' and item_id = any(${ids}) and ${within(sql.ref("minute"), period)}
    order by item_id, viewers desc, minute`.execute(db);
  return new Map(
    ids.map((id) => {
      const session = sessions.rows.find((row) => row.id === id);
      const peak = peaks.rows.find((row) => row.id === id);
      return [
        id,
        {
          sessions: session?.sessions ?? 0,
          live_hours: session?.live_hours ?? 0,
          peak: peak?.peak ?? 0,
          peak_at: peak?.peak_at ?? null,
        },
      ];
    }),
  );
}
