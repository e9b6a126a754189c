import { sql, type Kysely } from "kysely";

/** Playlists: their settings, and the videos that people put into them in an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table playlists (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      hash text not null unique,
      name text not null,
      description text not null default '',
      type text not null check (type in ('manual', 'smart', 'channel')),
      published boolean not null default true,
      autoplay_next boolean not null default true,
      loop boolean not null default false,
      shuffle boolean not null default false,
      layout text not null default 'side' check (layout in ('side', 'bottom', 'hidden')),
      feed boolean not null default false,
      -- When the first video of a channel begins.
      start_at timestamptz,
      -- What the videos of a smart playlist have in common.
      rules jsonb,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (id, project_id),
      check ((type = 'smart') = (rules is not null)),
      check ((type = 'channel') = (start_at is not null)),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index playlists_updated on playlists (project_id, updated_at desc, id desc);

    -- In their order; of a smart playlist those that come before what its rules find.
    create table playlist_items (
      playlist_id bigint not null,
      project_id bigint not null,
      video_id bigint not null,
      position integer not null,
      created_at timestamptz not null default now(),
      primary key (playlist_id, video_id),
      foreign key (playlist_id, project_id) references playlists (id, project_id) on delete cascade,
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade
    );
    create index playlist_items_order on playlist_items (playlist_id, position);
    create index playlist_items_video on playlist_items (video_id);
  `.execute(db);
}
