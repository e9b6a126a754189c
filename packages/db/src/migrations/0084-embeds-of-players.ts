import { sql, type Kysely } from "kysely";

/** Pages with embeds are also recorded per player and per playlist, with their plays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table embed_places
      drop constraint embed_places_item_kind_check,
      add constraint embed_places_item_kind_check check (item_kind in ('video', 'stream', 'player', 'playlist')),
      add column plays bigint not null default 0,
      -- Of a player or playlist: the video or livestream that was last loaded there. Its restrictions apply to the page.
      add column seen_kind text check (seen_kind in ('video', 'stream')),
      add column seen_id bigint,
      add check ((seen_kind is null) = (seen_id is null));
    create index embed_places_of_item on embed_places (project_id, item_kind, item_id, last_seen_at desc, host, path);
    drop index embed_places_recent;
    create index embed_places_recent on embed_places (project_id, last_seen_at desc) where item_kind in ('video', 'stream');
    -- Old places are deleted every day.
    create index embed_places_last_seen on embed_places (last_seen_at);
  `.execute(db);
}
