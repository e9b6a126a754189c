import { sql, type Kysely } from "kysely";

/** The surround sound of uploaded audio tracks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audio_tracks
      -- Empty where the uploaded sound has too few channels, or the plan of its video has no surround sound.
      add column surround_segment_bytes integer[] not null default '{}',
      add column surround_segment_seconds double precision[] not null default '{}'
  `.execute(db);
}
