import { sql, type Kysely } from "kysely";

/** What stands in for a livestream's encoder: a loop of videos, pictures of its own, and what a person put on air. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table streams
      add column loop_before_live boolean not null default true,
      add column loop_on_disconnect boolean not null default true,
      add column loop_when_paused boolean not null default false,
      -- When the loop's first video began; it goes on by the clock.
      add column loop_since timestamptz,
      -- What a person put on air; the live role follows.
      add column switched_to text not null default 'live' check (switched_to in ('live', 'loop', 'slate')),
      -- What viewers are shown, as the live role knows it.
      add column on_air text not null default 'nothing' check (on_air in ('live', 'loop', 'slate', 'nothing')),
      -- When it is announced to begin.
      add column start_at timestamptz,
      drop column state;
    alter table streams add column state text not null generated always as (
      case when not enabled then 'disabled'
        when ingest = 'none' then case when on_air = 'loop' then 'loop' else 'not_active' end
        when ingest = 'connecting' then 'processing' when ingest = 'lost' then 'ended'
        when paused then 'paused' else 'live' end) stored;

    create table stream_loop_items (
      stream_id bigint not null,
      project_id bigint not null,
      position integer not null,
      video_id bigint not null,
      primary key (stream_id, position),
      foreign key (stream_id, project_id) references streams (id, project_id) on delete cascade,
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade
    );
    create index stream_loop_items_video on stream_loop_items (video_id);

    -- Pictures in the place of the encoder's; number names the file, so that another one has another address.
    create table stream_pictures (
      stream_id bigint not null references streams on delete cascade,
      kind text not null check (kind in ('paused', 'offline', 'countdown')),
      number bigint not null,
      width integer not null,
      height integer not null,
      created_at timestamptz not null default now(),
      primary key (stream_id, kind)
    );
  `.execute(db);
}
