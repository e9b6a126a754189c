import { sql, type Kysely } from "kysely";

const SUMMED = [
  ...[
    "loads",
    "plays",
    "views",
    "ends",
    "watched_ms",
    "waited_ms",
    "waits",
    "errors",
    "ads",
    "ad_requests",
    "furthest",
  ],
  "watched_parts",
];

/**
 * Sums of views by one dimension each, of hours and of days. Sums by all dimensions together have almost as many rows as there are
 * views: from now on the rows of views are those of the last 90 days, and `view_hours` has what no row of a view has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table view_sums (
      project_id bigint not null references projects on delete cascade,
      step text not null check (step in ('hour', 'day')),
      -- '' for all of the project.
      dimension text not null check (dimension in ('', 'item', 'player', 'host', 'country', 'device', 'browser')),
      -- The id of an item or a player, 0 without a player; '' where a host or a country is not known.
      value text not null,
      -- Start of the UTC hour or of the UTC day in which reports arrived.
      at timestamptz not null,
      item_kind text not null,
      audience text not null,
      ${sql.raw(SUMMED.map((name) => `${name} bigint not null default 0`).join(",\n      "))},
      -- How many first frames fell in each step of STARTUP_STEPS_MS.
      startups integer[],
      -- The last hour with a play.
      last_play timestamptz,
      primary key (project_id, step, dimension, value, at, item_kind, audience)
    ) with (fillfactor = 70);
    -- All values of a range.
    create index view_sums_range on view_sums (project_id, step, dimension, at);

    -- The hour whose part of the view is in this row alone; null where all of it is in view_hours.
    alter table views add column hour timestamptz;
    -- What of the view is in view_hours beside that: the columns of SUMMED and, last, 1 for its first frame. Null for nothing.
    alter table views add column carried double precision[];
    -- The furthest moment, and how much was watched of the video, as sums count them.
    alter table views add column furthest_hundredths smallint not null default 0;
    alter table views add column watched_hundredths smallint not null default 0;
    -- Nothing reads views by their item, or in the order of their loads.
    drop index views_item;
    drop index views_recent;
    create index views_project on views (project_id);

    -- Of which days sums by one dimension are still to be made of those that were stored before.
    create table sums_filled (
      source text primary key check (source in ('views', 'deliveries')),
      -- None is left when it is after the last one.
      next_day date not null,
      -- Views of later days are kept in their rows: machines of an earlier release may count until then.
      last_day date not null
    );
    insert into sums_filled (source, next_day, last_day) values ('views', date '0001-01-02', date '0001-01-01');
    update sums_filled set next_day = (first.hour at time zone 'UTC')::date, last_day = (now() at time zone 'UTC')::date + 1
      from (select min(of_project.hour) as hour from projects cross join lateral (
        select min(hour) as hour from view_hours where project_id = projects.id) as of_project) as first
      where source = 'views' and first.hour is not null;

    -- Plays and time watched of projects and of their videos and livestreams. What of a day is not summed yet is all in view_hours.
    create view played_hours as
      select s.project_id, s.dimension, s.value, s.at as hour, s.item_kind, s.audience, s.plays, s.watched_ms
        from view_sums s, sums_filled f
        where f.source = 'views' and s.step = 'hour' and s.dimension in ('', 'item')
          and not (s.at >= f.next_day::timestamp at time zone 'UTC' and s.at < (f.last_day + 1)::timestamp at time zone 'UTC')
      union all
      select h.project_id, d.dimension, d.value, h.hour, h.item_kind, h.audience, h.plays, h.watched_ms
        from sums_filled f, view_hours h, lateral (values ('', ''), ('item', h.item_id::text)) as d (dimension, value)
        where f.source = 'views'
          and h.hour >= f.next_day::timestamp at time zone 'UTC' and h.hour < (f.last_day + 1)::timestamp at time zone 'UTC';
  `.execute(db);
}
