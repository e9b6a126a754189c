import { sql, type Kysely } from "kysely";

/**
 * A tag or category that is merged into another leaves its livestreams the other one. Videos are moved page by page before its row
 * goes; livestreams are few and are moved by the going of the row, whoever deletes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function streams_keep_tag() returns trigger language plpgsql as $$
    begin
      insert into stream_tags (stream_id, tag_id, project_id)
        select st.stream_id, t.id, st.project_id from stream_tags st
        join tags t on t.id = old.successor_id and t.project_id = st.project_id where st.tag_id = old.id
        on conflict do nothing;
      return old;
    end $$;
    create trigger streams_keep_tag before delete on tags
      for each row when (old.successor_id is not null) execute function streams_keep_tag();

    create function streams_keep_category() returns trigger language plpgsql as $$
    begin
      update streams set category_id = c.id from categories c
        where streams.category_id = old.id and c.id = old.successor_id and c.project_id = streams.project_id;
      return old;
    end $$;
    create trigger streams_keep_category before delete on categories
      for each row when (old.successor_id is not null) execute function streams_keep_category();
  `.execute(db);
}
