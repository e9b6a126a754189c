import { sql, type Kysely } from "kysely";

/**
 * What is kept of livestreams: any number of recordings in one session, and clips of the last seconds. A session's recording of
 * before keeps its number, which names its file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_recordings (
      id bigint generated always as identity primary key,
      stream_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      session_id bigint references stream_sessions on delete set null,
      kind text not null check (kind in ('recording', 'clip')),
      state text not null check (state in ('recording', 'stopping', 'saving', 'ready', 'empty', 'failed')),
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      -- Why it ended before somebody stopped it, or why there is no video of it.
      problem text,
      -- What a clip is made of, in order.
      pieces jsonb,
      -- Media seconds of a clip.
      seconds double precision,
      video_id bigint references videos on delete set null,
      -- Who started it; null where the stream's settings did.
      user_id bigint references users on delete set null,
      foreign key (stream_id, project_id) references streams (id, project_id) on delete cascade,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    -- A stream has one recording at a time.
    create unique index stream_recordings_running on stream_recordings (stream_id) where state = 'recording';
    create index stream_recordings_stream on stream_recordings (stream_id, id desc);
    create index stream_recordings_session on stream_recordings (session_id, id desc);
    create index stream_recordings_stopping on stream_recordings (id) where state = 'stopping';
    create index stream_recordings_video on stream_recordings (video_id) where video_id is not null;

    insert into stream_recordings
      (id, stream_id, project_id, account_id, session_id, kind, state, started_at, ended_at, video_id)
      overriding system value
      select id, stream_id, project_id, account_id, id, 'recording',
        -- What had ended and was not yet handed on is handed on anew: twice is the same as once.
        case when recording in ('recording', 'failed') and ended_at is null then 'recording'
          when recording in ('recording', 'saving') then 'stopping' else recording end,
        started_at, ended_at, recording_video_id
      from stream_sessions where recording <> 'none';
    select setval(pg_get_serial_sequence('stream_recordings', 'id'), greatest(1, (select max(id) from stream_sessions)));

    alter table stream_sessions drop column recording, drop column recording_video_id;
  `.execute(db);
}
