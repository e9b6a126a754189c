import { sql, type Kysely } from "kysely";

/** What every filter of a list looks at, in the index of every order but for the column that leads there. */
const SEEN = [
  "published",
  "published_at",
  "status",
  "category_key",
  "user_id",
  "tag_ids",
  "rendition_labels",
  "captioned",
  "created_at",
  "duration_seconds",
  "stored_bytes",
  "deleted_at",
];

const seenBut = (column: string) => sql.raw(SEEN.filter((each) => each !== column).join(", "));

/** Captions, sizes and days of publishing narrow lists like the rest, and a search ends with the run of ids that fills its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A copy kept by a trigger: whether it has captions.
    alter table videos add column captioned boolean not null default false;
    update videos set captioned = true where id in (select video_id from captions);
    create function captions_copy() returns trigger language plpgsql as $$
    declare
      video bigint := case when tg_op = 'DELETE' then old.video_id else new.video_id end;
      any_left boolean := exists (select from captions where video_id = video);
    begin
      update videos set captioned = any_left where id = video and captioned <> any_left;
      return null;
    end $$;
    create trigger captions_copy after insert or delete on captions for each row execute function captions_copy();

    drop index videos_by_creation, videos_by_title, videos_by_duration, videos_by_size, videos_by_deletion, videos_words;
    create index videos_by_creation on videos (project_id, shelf, created_at, id) include (${seenBut("created_at")});
    create index videos_by_title on videos (project_id, shelf, title_key, id) include (${seenBut("title_key")});
    -- A video whose length is not known yet counts as the shortest.
    create index videos_by_duration on videos (project_id, shelf, duration_seconds nulls first, id)
      include (${seenBut("duration_seconds")});
    create index videos_by_size on videos (project_id, shelf, stored_bytes, id) include (${seenBut("stored_bytes")});
    create index videos_by_deletion on videos (project_id, shelf, deleted_at, id) include (${seenBut("deleted_at")})
      where deleted_at is not null;
    create index videos_of_captions on videos (project_id, shelf, captioned, created_at, id) include (deleted_at);
    create index videos_of_publishing on videos (project_id, shelf, published_at, created_at, id) include (deleted_at)
      where published_at is not null;
    -- By runs of 65536 ids, as video_buckets counts them. Nothing waits to be sorted in, since every search would read it.
    create index videos_words on videos using gin (project_id, (id >> 16), words gin_trgm_ops) with (fastupdate = off);
  `.execute(db);
}
