import { sql, type Kysely } from "kysely";

/** What the edge records of decisions: refused requests, the player loads of a week for dry runs, and the pages with players. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table playback_denials (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      profile_id bigint,
      item_kind text not null check (item_kind in ('video', 'stream')),
      item_id bigint not null,
      reason text not null,
      -- Host and path of the page, without a query; null when the browser sent none.
      page text,
      country text,
      -- Without its last part.
      address text not null,
      agent text not null,
      -- Equal requests of some seconds are one row.
      requests integer not null default 1,
      at timestamptz not null default now()
    );
    create index playback_denials_project on playback_denials (project_id, id desc);
    create index playback_denials_profile on playback_denials (profile_id, at);
    create index playback_denials_at on playback_denials (at);

    create table recent_loads (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      item_kind text not null check (item_kind in ('video', 'stream')),
      item_id bigint not null,
      page text,
      country text,
      address text not null,
      agent text not null,
      -- Whether a valid token came along.
      signed boolean not null,
      at timestamptz not null default now()
    );
    create index recent_loads_project on recent_loads (project_id, id desc);
    create index recent_loads_at on recent_loads (at);

    create table embed_places (
      project_id bigint not null references projects on delete cascade,
      item_kind text not null check (item_kind in ('video', 'stream')),
      item_id bigint not null,
      host text not null,
      path text not null,
      loads bigint not null default 0,
      first_seen_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      primary key (project_id, item_kind, item_id, host, path)
    );
    create index embed_places_recent on embed_places (project_id, last_seen_at desc);
  `.execute(db);
}
