import { sql, type Kysely } from "kysely";

/** A playlist has a restriction profile of its own, and what its page refuses and admits is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table restriction_assignments
      add foreign key (playlist_id) references playlists on delete cascade;
    alter table playback_denials
      drop constraint playback_denials_item_kind_check,
      add constraint playback_denials_item_kind_check check (item_kind in ('video', 'stream', 'playlist'));
    alter table recent_loads
      drop constraint recent_loads_item_kind_check,
      add constraint recent_loads_item_kind_check check (item_kind in ('video', 'stream', 'playlist'));
  `.execute(db);
}
