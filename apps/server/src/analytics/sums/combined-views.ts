import { STARTUP_STEPS_MS } from "@kinora/domain/analytics/startup-steps.ts";
import { sql, type RawBuilder } from "kysely";
import { SUMMED } from "../counting/view-change.ts";

/** Moments between which hours are read: the first one, and the one after the last. */
export interface Span {
  from: Date;
  to: Date;
}

const DIMENSIONS = [
  ...["project_id", "hour", "item_kind", "item_id", "player_id", "host", "country", "device", "browser"],
  "audience",
];

const OF_VIEW: Readonly<Record<(typeof SUMMED)[number], string>> = {
  loads: "1",
  plays: "played::int",
  views: "viewed::int",
  ends: "ended::int",
  watched_ms: "watched_ms",
  waited_ms: "waited_ms",
  waits: "waits",
  errors: "(error_code is not null)::int",
  ads: "ads",
  ad_requests: "ad_requests",
  furthest: "furthest_hundredths",
  watched_parts: "watched_hundredths",
};

const STEPS = `array[${STARTUP_STEPS_MS.join(", ")}]`;
/** What of a count is in `view_hours`: arrays of SQL begin at 1. */
const carried = (at: number) => `coalesce(carried[${at + 1}], 0)`;
/** The rest of what is counted of a view. */
const OWN = sql.raw(SUMMED.map((name, at) => `(${OF_VIEW[name]} - ${carried(at)})::bigint as ${name}`).join(", "));
/** The same of many views. Most have nothing elsewhere, and their null costs nothing to add. */
const OWN_SUMS = sql.raw(
  SUMMED.map((name, at) => `sum(${OF_VIEW[name]}) - coalesce(sum(carried[${at + 1}]), 0)::bigint as ${name}`).join(
    ", ",
  ),
);
/** The step of the first frame that is in a view's own row; null without one. */
const STARTUP = sql.raw(`case when first_frame_ms is not null and ${carried(SUMMED.length)} = 0
      then width_bucket(first_frame_ms - 1, ${STEPS}) end`);

/** The parts of views that are in their own rows, with the columns of `view_hours` and the step of the first frame. */
const keptViews = (rows: RawBuilder<boolean>) => sql`
  select project_id, hour, item_kind, item_id, coalesce(player_id, 0) as player_id, coalesce(host, '') as host,
    coalesce(country, '') as country, device, browser, audience, ${OWN}, null::integer[] as startups,
    ${STARTUP} as startup
  from views where hour is not null and ${rows}`;

/** What is kept of a view is of the day of its page, by which the table is divided. */
const keptWithin = (projectId: number, { from, to }: Span) => sql<boolean>`
  project_id = ${projectId} and hour >= ${from} and hour < ${to}
    and day between ${utcDay(from)}::date and ${utcDay(new Date(to.getTime() - 1))}::date`;

const utcDay = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Sums of what the rows of a project's views have, by a key, the kind of item and the step of the first frame.
 * @param key and `rows`, which rows to take, are of the columns of `views`: unknown ones are null, and indexes find what a report is
 *   narrowed to.
 */
export const keptSums = (
  projectId: number,
  span: Span,
  { key, rows }: { key: RawBuilder<unknown>; rows: RawBuilder<boolean> },
): RawBuilder<unknown> => sql`
  select ${key} as key, item_kind, startup, count(*) as started, ${OWN_SUMS}, null::integer[] as startups,
    max(hour) filter (where played and ${sql.raw(carried(SUMMED.indexOf("plays")))} = 0) as last_play
  from (select *, ${STARTUP} as startup from views where ${keptWithin(projectId, span)} and ${rows}) as v
  group by 1, 2, 3`;

/** What `view_hours` has of a project within hours, with the columns of `keptViews`. */
export const storedHours = (projectId: number, { from, to }: Span) => sql`
  select ${sql.raw([...DIMENSIONS, ...SUMMED].join(", "))}, startups, null::integer as startup
  from view_hours where project_id = ${projectId} and hour >= ${from} and hour < ${to}`;

const dimensions = sql.raw(DIMENSIONS.join(", "));
const sums = sql.raw(SUMMED.map((name) => `sum(${name})`).join(", "));
const names = sql.raw(SUMMED.join(", "));

/** First frames by their steps, of rows that have them as an array or as one step. */
export const startupsOf = (startups: string, one: { step: string; count: string } | null): RawBuilder<number[]> => {
  const places = Array.from({ length: STARTUP_STEPS_MS.length + 1 }, (_, step) =>
    one
      ? `coalesce(sum(${startups}[${step + 1}]), 0) + coalesce(sum(${one.count}) filter (where ${one.step} = ${step}), 0)`
      : `coalesce(sum(${startups}[${step + 1}]), 0)`,
  );
  return sql.raw(`array[${places.join(", ")}]::integer[]`);
};

/** A statement that makes the sums by one dimension of a project's UTC day, of hours and of the day. */
export const sumDay = (projectId: number, span: Span): RawBuilder<unknown> => sql`
  insert into view_sums (project_id, step, dimension, value, at, item_kind, audience, ${names}, startups, last_play)
  select project_id, step, dimension, value, at, item_kind, audience, ${sums},
    ${startupsOf("startups", { step: "startup", count: "1" })}, max(hour) filter (where plays > 0)
  from (${storedHours(projectId, span)} union all ${keptViews(keptWithin(projectId, span))}) as v,
    lateral (values ('', ''), ('item', item_id::text), ('player', player_id::text), ('host', host), ('country', country),
      ('device', device), ('browser', browser)) as d (dimension, value),
    lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'UTC'))) as s (step, at)
  group by 1, 2, 3, 4, 5, 6, 7`;

/** A statement that moves what the rows of views of UTC days before another have to `view_hours`: the rows are deleted then. */
export const carryViews = (before: string): RawBuilder<unknown> => sql`
  insert into view_hours as s (${dimensions}, ${names}, startups)
  select ${dimensions}, ${sums}, ${startupsOf("startups", { step: "startup", count: "1" })}
  from (${keptViews(sql`day < ${before}::date`)}) as v
  where exists (select from projects where id = project_id)
  group by ${dimensions}
  on conflict (${dimensions}) do update set
    ${sql.raw(SUMMED.map((name) => `${name} = s.${name} + excluded.${name}`).join(", "))},
    startups = add_startups(s.startups, excluded.startups)`;
