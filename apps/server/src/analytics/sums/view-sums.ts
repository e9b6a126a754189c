import type { Executor } from "@kinora/db/connect.ts";
import type { ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { noStartups } from "@kinora/domain/analytics/startup-steps.ts";
import { sql, type RawBuilder } from "kysely";
import { rangeOf } from "../../platform/lists/read-page.ts";
import { SUMMED } from "../counting/view-change.ts";
import { audiencesOf, viewRowsOf, viewsOf, type ReportFilter } from "../reports/filter.ts";
import { pointOf, pointsOf, type Period } from "../reports/period.ts";
import { keptSums, startupsOf, storedHours, type Span } from "./combined-views.ts";
import {
  NO_VIEWS,
  VIEW_SUMS,
  type ItemKind,
  type ItemSumsRow,
  type Place,
  type Rows,
  type ReportSums,
  type ViewSumsRow,
} from "./report-sums.ts";
import { isFilled, itemKindOf, ofKind, onlyDimension, spanOf, stepsOf, type OneDimension } from "./span.ts";

/** What a report's rows are told apart by: nothing, points of its chart, or values. */
type Key = "all" | "point" | ViewDimension | "item";

interface Asked {
  filter: ReportFilter;
  period: Period;
  kind: ItemKind | undefined;
  key: Key;
}

/** Rows to be added up: a key, what is summed, and first frames as an array or as one step. */
interface Source {
  rows: RawBuilder<unknown>;
  startups: RawBuilder<number[]>;
  /** The rows of `ranked.key` alone, where an index finds them; null where all are read once and kept for the page. */
  ofKey: RawBuilder<unknown> | null;
}

const summed = sql.raw(SUMMED.map((name) => `sum(${name}) as ${name}`).join(", "));

/** The value of a key in a row of `view_hours`. */
const KEYS: Readonly<Record<Exclude<Key, "point">, string>> = {
  all: "''",
  player: "player_id::text",
  host: "host",
  country: "country",
  device: "device",
  browser: "browser",
  item: "item_id::text",
};

/** The same in a row of `views`, where what is not known is null. */
const KEYS_OF_VIEWS = {
  ...KEYS,
  ...{ player: "coalesce(player_id, 0)::text", host: "coalesce(host, '')", country: "coalesce(country, '')" },
};

const NO_STARTUPS = sql.raw(`array_fill(0, array[${noStartups().length}])`);
const HOUR = sql.ref("hour");
const AT = sql.ref("at");

/** Sums by one dimension: of the days of the range and the hours at its ends, or of all hours for a chart. */
function sourceOfSums({ filter, period, kind, key }: Asked, span: Span, { dimension, value }: OneDimension): Source {
  const steps = key === "point" ? [{ ...span, step: "hour" as const }] : stepsOf(span);
  const keyOf = key === "point" ? pointOf(AT, period) : sql.raw(key === "all" ? "''" : "value");
  const parts = (ofKey: RawBuilder<unknown>) =>
    steps.map(
      ({ step, from, to }) => sql`
      select ${keyOf} as key, item_kind, ${sql.raw(SUMMED.join(", "))}, startups, last_play from view_sums
      where project_id = ${filter.projectId} and step = ${step} and dimension = ${dimension}
        ${value === undefined ? sql`` : sql`and value = ${value}`} ${ofKey} and at >= ${from} and at < ${to}
        and audience = any(${audiencesOf(filter)}) ${ofKind(kind)} ${ofKind(itemKindOf(filter))}`,
    );
  const rows = (ofKey: RawBuilder<unknown>) => sql.join(parts(ofKey), sql` union all `);
  return { rows: rows(sql``), startups: startupsOf("startups", null), ofKey: rows(sql`and value = ranked.key`) };
}

/** What combines two dimensions is asked of the views of the range themselves. */
function sourceOfViews({ filter, period, kind, key }: Asked, span: Span): Source {
  const keyIn = (keys: typeof KEYS) => (key === "point" ? pointOf(HOUR, period) : sql.raw(keys[key]));
  const stored = sql`
    select ${keyIn(KEYS)} as key, item_kind, startup, count(*) as started, ${summed},
      ${startupsOf("startups", null)} as startups, max(hour) filter (where plays > 0) as last_play
    from (${storedHours(filter.projectId, span)}) as v where ${viewsOf(filter)} ${ofKind(kind)}
    group by 1, 2, 3`;
  // Rows of views have one first frame each, in `startup`: adding up arrays that are not there would take most of the time.
  const rows = sql<boolean>`${viewRowsOf(filter)} ${ofKind(kind)}`;
  const parts = [stored, keptSums(filter.projectId, span, { key: keyIn(KEYS_OF_VIEWS), rows })];
  const startups = startupsOf("startups", { step: "startup", count: "started" });
  return { rows: sql.join(parts, sql` union all `), startups, ofKey: null };
}

/** The questions of reports about views. */
export const viewSums = (
  db: Executor,
): Pick<ReportSums, "views" | "viewsByPoint" | "viewsByKey" | "viewsByItem" | "ranksOf"> => {
  const sourceOf = async (asked: Asked): Promise<Source> => {
    const span = await spanOf(db, asked.period);
    const { filter, key } = asked;
    const one = onlyDimension(filter, key === "all" || key === "point" ? null : key);
    if (one === null || !(await isFilled(db, "views", span))) {
      // A project may have most of the views of a range: the planner knows whether to read all of them or its own.
      // It takes combinations of values for far more than there are, and would sort all rows instead of adding up as it reads.
      await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_sort', 'off', true)`.execute(db);
      return sourceOfViews(asked, span);
    }
    return sourceOfSums(asked, span, one);
  };
  return {
    async views(filter, period, kind) {
      const { rows, startups } = await sourceOf({ filter, period, kind, key: "all" });
      const found = await sql<ViewSumsRow>`select ${figures(startups)} from (${rows}) as s`.execute(db);
      return found.rows[0] ?? NO_VIEWS;
    },
    async viewsByPoint(filter, period, kind) {
      const { rows, startups } = await sourceOf({ filter, period, kind, key: "point" });
      const found = await sql<ViewSumsRow & { at: Date }>`
        with sums as (select key, ${figures(startups)} from (${rows}) as s group by key)
        select points.at, ${sql.join(
          [...VIEW_SUMS, "video_plays"].map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`),
        )}, startups
        from (${pointsOf(period)}) as points left join sums on sums.key = points.at order by points.at`.execute(db);
      return found.rows;
    },
    async viewsByKey(filter, period, by, place) {
      return placed(
        db,
        await sourceOf({ filter, period, kind: undefined, key: by }),
        sql`plays desc, loads desc, key`,
        place,
      );
    },
    async viewsByItem(filter, period, kind, place) {
      const source = await sourceOf({ filter, period, kind, key: "item" });
      const { rows, total } = await placed(db, source, sql`plays desc, watched_ms desc, key::bigint`, place);
      return { rows: rows.map(({ key, ...row }): ItemSumsRow => ({ ...row, id: Number(key) })), total };
    },
    async ranksOf(filter, period, kind, ids) {
      const { rows } = await sourceOf({ filter, period, kind, key: "item" });
      const found = await sql<{ id: string; place: number }>`
        select key as id, place from (
          select key, row_number() over (order by sum(plays) desc, sum(watched_ms) desc, key::bigint)::int as place
          from (${rows}) as s group by key) as ranked
        where key = any(${ids.map(String)})`.execute(db);
      return new Map(found.rows.map(({ id, place }) => [Number(id), place]));
    },
  };
};

const figures = (startups: RawBuilder<number[]>) =>
  sql`${sql.join(
    VIEW_SUMS.map((name) => sql`coalesce(sum(${sql.ref(`s.${name}`)}), 0)::float8 as ${sql.ref(name)}`),
  )}, coalesce(sum(s.plays) filter (where s.item_kind = 'video'), 0)::float8 as video_plays, nullif(${startups}, ${NO_STARTUPS}) as startups`;

/** A page of the values of a key in their order. The figures beyond those of the order are added up for the page alone. */
async function placed(
  db: Executor,
  { rows, startups, ofKey }: Source,
  order: RawBuilder<unknown>,
  place: Place,
): Promise<Rows<ViewSumsRow & { key: string; last_play: Date | null }>> {
  const found = await sql<ViewSumsRow & { key: string; last_play: Date | null; total: number }>`
    with parts as ${sql.raw(ofKey ? "not materialized" : "materialized")} (${rows}),
      ranked as (
        select * from (
          select key, sum(plays) as plays, sum(loads) as loads, sum(watched_ms) as watched_ms, count(*) over ()::int as total
          from parts group by key) as every
        order by ${order} ${rangeOf(place)})
    select * from (
      select s.key, ranked.total, ${figures(startups)}, max(s.last_play) as last_play
      from ranked ${ofKey ? sql`cross join lateral (${ofKey}) as s` : sql`join parts as s on s.key = ranked.key`}
      group by 1, 2) as paged
    order by ${order}`.execute(db);
  return { rows: found.rows.map(({ total: _total, ...row }) => row), total: found.rows[0]?.total ?? 0 };
}
