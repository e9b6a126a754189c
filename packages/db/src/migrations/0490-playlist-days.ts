import { sql, type Kysely } from "kysely";

/** Plays within playlists by the day, for the list of playlists. What was played before the update is not known by playlist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of viewers only, and of the days that the list counts.
    create table playlist_days (
      project_id bigint not null references projects on delete cascade,
      -- UTC day in which the report arrived.
      day date not null,
      -- Rows stay when the playlist is deleted.
      playlist_id bigint not null,
      plays bigint not null,
      primary key (project_id, day, playlist_id)
    );
  `.execute(db);
}
