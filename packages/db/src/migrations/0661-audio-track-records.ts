import { sql, type Kysely } from "kysely";

/** What was encoded of uploaded audio tracks: what bills are made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audio_track_records (
      -- Rows stay when the track or its video is deleted.
      track_id bigint primary key,
      video_id bigint not null,
      project_id bigint not null references projects on delete cascade,
      account_id bigint not null,
      finished_at timestamptz not null,
      -- Of sound that was made.
      seconds double precision not null
    );
    create index audio_track_records_account on audio_track_records (account_id, finished_at);
    create index audio_track_records_project on audio_track_records (project_id)
  `.execute(db);
}
