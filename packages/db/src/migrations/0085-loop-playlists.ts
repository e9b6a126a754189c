import { sql, type Kysely } from "kysely";

/** A livestream's loop may follow a playlist: its items are then the playlist's videos as they were last read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table streams
      add column loop_playlist_id bigint references playlists on delete set null,
      -- Kept when the playlist is deleted, so that the stream's page can name it.
      add column loop_playlist_name text;
    create index streams_loop_playlist on streams (loop_playlist_id) where loop_playlist_id is not null;
  `.execute(db);
}
