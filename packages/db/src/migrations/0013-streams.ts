import { sql, type Kysely } from "kysely";

/** Livestreams, their sessions, what happened to them and where they are sent on to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table streams (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      hash text not null unique,
      name text not null,
      description text not null default '',
      category_id bigint,
      type text not null default 'permanent' check (type in ('permanent', 'single')),
      ladder text not null default 'passthrough',
      latency text not null default 'normal' check (latency in ('normal', 'low')),
      dvr_minutes integer not null default 0 check (dvr_minutes between 0 and 240),
      reconnect_seconds integer not null default 60 check (reconnect_seconds between 0 and 1800),
      second_publisher text not null default 'refuse' check (second_publisher in ('refuse', 'take_over')),
      record boolean not null default false,
      record_publish boolean not null default false,
      -- SHA-256 of the key, and the key sealed with the installation's own.
      key_hash bytea not null unique,
      key_sealed bytea not null,
      -- Whether somebody publishes, as the live role knows it.
      ingest text not null default 'none' check (ingest in ('none', 'connecting', 'receiving', 'lost')),
      -- What people want of it; the live role follows.
      enabled boolean not null default true,
      paused boolean not null default false,
      test_until timestamptz,
      state text not null generated always as (case when not enabled then 'disabled' when ingest = 'none' then 'not_active'
        when ingest = 'connecting' then 'processing' when ingest = 'lost' then 'ended'
        when paused then 'paused' else 'live' end) stored,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      last_live_at timestamptz,
      deleted_at timestamptz,
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (category_id, project_id) references categories (id, project_id) on delete set null (category_id)
    );
    create index streams_created on streams (project_id, created_at, id) where deleted_at is null;
    create index streams_category on streams (category_id) where category_id is not null;
    create index streams_open on streams (id) where ingest <> 'none';

    create table stream_tags (
      stream_id bigint not null,
      tag_id bigint not null,
      project_id bigint not null,
      primary key (stream_id, tag_id),
      foreign key (stream_id, project_id) references streams (id, project_id) on delete cascade,
      foreign key (tag_id, project_id) references tags (id, project_id) on delete cascade
    );
    create index stream_tags_tag on stream_tags (tag_id);

    create table stream_sessions (
      id bigint generated always as identity primary key,
      stream_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      started_at timestamptz not null default now(),
      live_at timestamptz,
      ended_at timestamptz,
      end_reason text,
      -- An operator wants it to end.
      end_wanted text,
      client_ip text,
      testing boolean not null default false,
      ingest jsonb,
      bytes_in bigint not null default 0,
      reconnects integer not null default 0,
      viewers integer not null default 0,
      peak_viewers integer not null default 0,
      watch_seconds double precision not null default 0,
      recording text not null default 'none' check (recording in ('none', 'recording', 'saving', 'ready', 'failed')),
      recording_video_id bigint references videos on delete set null,
      foreign key (stream_id, project_id) references streams (id, project_id) on delete cascade,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    -- A stream has one session at a time.
    create unique index stream_sessions_open on stream_sessions (stream_id) where ended_at is null;
    create index stream_sessions_project on stream_sessions (project_id, id desc);
    create index stream_sessions_stream on stream_sessions (stream_id, id desc);

    create table stream_log (
      id bigint generated always as identity primary key,
      stream_id bigint not null,
      project_id bigint not null,
      session_id bigint references stream_sessions on delete set null,
      at timestamptz not null default now(),
      type text not null,
      severity text not null check (severity in ('info', 'warning', 'error')),
      detail text not null default '',
      client_ip text,
      user_id bigint references users on delete set null,
      foreign key (stream_id, project_id) references streams (id, project_id) on delete cascade
    );
    create index stream_log_project on stream_log (project_id, id desc);
    create index stream_log_stream on stream_log (stream_id, id desc);

    create table stream_restreams (
      id bigint generated always as identity primary key,
      stream_id bigint not null references streams on delete cascade,
      name text not null,
      platform text not null,
      url text not null,
      key_sealed bytea not null,
      enabled boolean not null default true,
      state text not null default 'idle' check (state in ('idle', 'connecting', 'connected', 'reconnecting')),
      detail text not null default '',
      attempts integer not null default 0,
      connected_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index stream_restreams_stream on stream_restreams (stream_id, id);

    -- Where the machine that packages livestreams answers the edge, and how much it can encode.
    create table stream_hosts (
      host text primary key,
      url text not null,
      pid integer not null,
      ladders real,
      seen_at timestamptz not null default now()
    );
  `.execute(db);
}
