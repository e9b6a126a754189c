import { sql, type Kysely } from "kysely";

/** Automatic captions of livestreams, and the record of what was transcribed of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table streams add column automatic_captions boolean not null default false;
    drop trigger streams_version on streams;
    create trigger streams_version before update of name, description, category_id, type, ladder, latency, low_delay,
      automatic_captions, dvr_minutes, reconnect_seconds, second_publisher, record, record_publish on streams
      for each row execute function next_version();

    -- A record is of a video's transcription, or of an hour of a livestream's session.
    alter table transcription_records
      drop constraint transcription_records_pkey,
      alter column transcription_id drop not null,
      alter column video_id drop not null,
      add column id bigint generated always as identity primary key,
      add column session_id bigint,
      add unique (transcription_id),
      add unique (session_id, finished_at),
      add check (num_nonnulls(transcription_id, session_id) = 1)
  `.execute(db);
}
