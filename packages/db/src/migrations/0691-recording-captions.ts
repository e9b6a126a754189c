import { sql, type Kysely } from "kysely";

/** Captions that were made on air of what is recorded, until the recording's video has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recording_captions (
      recording_id bigint not null references stream_recordings on delete cascade,
      -- Of the first caption, from the beginning of the recording.
      starts_ms integer not null,
      cues jsonb not null,
      -- BCP 47; null while it is not known.
      language text,
      primary key (recording_id, starts_ms)
    )
  `.execute(db);
}
