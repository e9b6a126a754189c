import { sql, type Kysely } from "kysely";

/** The second bitrate of uploaded audio tracks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audio_tracks
      -- Empty where the plan of its video has no second bitrate.
      add column low_segment_bytes integer[] not null default '{}',
      add column low_segment_seconds double precision[] not null default '{}'
  `.execute(db);
}
