import { sql, type Kysely } from "kysely";

/** What viewers watched and what was delivered to them: views for 90 days, and their sums by hour for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table views (
      -- Of the load, by the server's clock; partitions are dropped by it.
      day date not null,
      id uuid not null,
      project_id bigint not null,
      item_kind text not null check (item_kind in ('video', 'stream')),
      item_id bigint not null,
      player_id bigint,
      -- Host and path of the page around the player, without a query; null when the browser sent none.
      host text,
      path text,
      country text,
      device text not null check (device in ('desktop', 'phone', 'tablet', 'tv', 'other')),
      browser text not null,
      -- People of the project and automatic clients are marked and left out of reports by default.
      audience text not null check (audience in ('viewer', 'team', 'bot')),
      -- Of the address and the browser with a salt that changes each day; the address is stored nowhere.
      visitor bytea not null,
      -- The number of the newest report: a view's reports hold sums from its start, so that one that comes twice changes nothing.
      report integer not null,
      loaded_at timestamptz not null,
      reported_at timestamptz not null,
      played boolean not null default false,
      viewed boolean not null default false,
      ended boolean not null default false,
      first_frame_ms integer,
      watched_ms bigint not null default 0,
      waited_ms bigint not null default 0,
      waits integer not null default 0,
      -- Of the item's duration, 0 to 1; null for livestreams.
      furthest real,
      -- How often each hundredth of the video was watched; null before any was.
      parts smallint[],
      error_code text,
      ads integer not null default 0,
      ad_requests integer not null default 0,
      -- Milliseconds watched by the rendition's height.
      heights jsonb not null default '{}',
      primary key (day, id)
    ) partition by range (day);
    create index views_item on views (project_id, item_kind, item_id, loaded_at desc);
    create index views_recent on views (project_id, loaded_at desc);

    create table view_hours (
      -- Start of the UTC hour in which the report arrived.
      hour timestamptz not null,
      project_id bigint not null references projects on delete cascade,
      item_kind text not null,
      item_id bigint not null,
      -- 0 without one, '' where unknown: they are parts of the key.
      player_id bigint not null,
      host text not null,
      country text not null,
      device text not null,
      browser text not null,
      audience text not null,
      loads bigint not null default 0,
      plays bigint not null default 0,
      views bigint not null default 0,
      ends bigint not null default 0,
      watched_ms bigint not null default 0,
      waited_ms bigint not null default 0,
      waits bigint not null default 0,
      errors bigint not null default 0,
      ads bigint not null default 0,
      ad_requests bigint not null default 0,
      -- Sum over the views of the furthest part reached, in hundredths; null videos count nothing.
      furthest bigint not null default 0,
      -- How many first frames fell in each step of STARTUP_STEPS_MS.
      startups integer[],
      primary key (project_id, hour, item_kind, item_id, player_id, host, country, device, browser, audience)
    );
    create index view_hours_item on view_hours (project_id, item_kind, item_id, hour);

    create table view_sketches (
      -- UTC day. Visitors are distinguished within a day only.
      day date not null,
      project_id bigint not null references projects on delete cascade,
      -- '' for all of the project; else the visitors of one value.
      dimension text not null check (dimension in ('', 'video', 'stream', 'player', 'host', 'country', 'device')),
      value text not null,
      audience text not null,
      -- HyperLogLog, of at most 4 kB.
      sketch bytea not null,
      primary key (project_id, day, dimension, value, audience)
    );

    create table view_codes (
      hour timestamptz not null,
      project_id bigint not null references projects on delete cascade,
      item_kind text not null,
      item_id bigint not null,
      player_id bigint not null,
      code text not null,
      audience text not null,
      views bigint not null default 0,
      primary key (project_id, hour, item_kind, item_id, player_id, code, audience)
    );

    create table video_parts (
      project_id bigint not null references projects on delete cascade,
      video_id bigint not null,
      -- UTC day.
      day date not null,
      -- How often each hundredth was watched.
      parts bigint[] not null,
      primary key (project_id, video_id, day)
    );

    create table viewers_now (
      project_id bigint not null references projects on delete cascade,
      item_kind text not null,
      item_id bigint not null,
      minute timestamptz not null,
      -- The most at one time within the minute.
      viewers integer not null,
      primary key (project_id, item_kind, item_id, minute)
    );

    create table delivery_hours (
      hour timestamptz not null,
      project_id bigint not null references projects on delete cascade,
      item_kind text not null,
      item_id bigint not null,
      kind text not null check (kind in ('segment', 'part', 'download', 'poster', 'other')),
      -- Height of the rendition in pixels; 0 where there is none.
      height integer not null,
      player_id bigint not null,
      host text not null,
      country text not null,
      requests bigint not null default 0,
      bytes bigint not null default 0,
      -- Requests that a cache before the edge answered, as its log says.
      cached bigint not null default 0,
      primary key (project_id, hour, item_kind, item_id, kind, height, player_id, host, country)
    );
    create index delivery_hours_hour on delivery_hours (hour);

    -- Batches that were counted, so that one that arrives twice counts once.
    create table counted_batches (
      id uuid primary key,
      at timestamptz not null default now()
    );
    create index counted_batches_at on counted_batches (at);

    create table transcode_records (
      transcode_id bigint primary key,
      -- Rows stay when the video or its renditions are deleted.
      video_id bigint not null,
      title text not null,
      project_id bigint not null references projects on delete cascade,
      account_id bigint not null,
      state text not null check (state in ('complete', 'failed', 'cancelled')),
      finished_at timestamptz not null,
      source_seconds double precision not null,
      -- Seconds in the queue, and seconds from its start to its end.
      waited_seconds double precision not null,
      encode_seconds double precision not null,
      -- Of processor time; null where it was not measured.
      cpu_seconds double precision,
      failure text,
      -- [{height, seconds, bytes, copied}] of each rendition that was made; height 0 is audio.
      renditions jsonb not null default '[]'
    );
    create index transcode_records_list on transcode_records (project_id, finished_at desc, transcode_id desc);
    create index transcode_records_account on transcode_records (account_id, finished_at);
  `.execute(db);
}
