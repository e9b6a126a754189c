import { sql, type Kysely } from "kysely";

/** Captions that were made on air, for a day: clips are cut from media of the last minutes, whose words may be recognised later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table aired_captions (
      stream_id bigint not null references streams on delete cascade,
      -- Of the first caption, as the playlists date it.
      starts_at timestamptz not null,
      -- With times in milliseconds since 1970.
      cues jsonb not null,
      -- BCP 47; null while it is not known.
      language text,
      primary key (stream_id, starts_at)
    );
    create index aired_captions_age on aired_captions (starts_at);
  `.execute(db);
}
