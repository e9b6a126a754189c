import { sql, type Kysely } from "kysely";

/** The list of a playlist's embed page can be a grid of pictures below the player. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table playlists
      drop constraint playlists_layout_check,
      add constraint playlists_layout_check check (layout in ('side', 'bottom', 'grid', 'hidden'))`.execute(db);
}
