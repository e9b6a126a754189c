import { sql, type Kysely } from "kysely";

/** What narrowings look at, in the indexes that lead where several things narrow. */
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

/** With what lists are ordered by. */
const LOOKED_AT = ["title_key", ...SEEN];

const looked = (...without: string[]) => sql.raw(LOOKED_AT.filter((each) => !without.includes(each)).join(", "));
const each = (prefix: string) => sql.raw(LOOKED_AT.map((column) => `${prefix}${column}`).join(", "));
const ordered = sql.raw("title_key, duration_seconds, stored_bytes, deleted_at");

/**
 * What a narrowing's own index finds is put in any order without a look at the videos' rows, and so is what several find:
 * those that find few of many carry along all that lists look at, and a video's tags have copies of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table video_tags
      add column title_key text,
      add column published boolean,
      add column published_at timestamptz,
      add column status text,
      add column category_key bigint,
      add column user_id bigint,
      add column tag_ids bigint[],
      add column rendition_labels text,
      add column captioned boolean,
      add column created_at timestamptz,
      add column duration_seconds double precision,
      add column stored_bytes bigint,
      add column deleted_at timestamptz;
    update video_tags set (${looked()}) = (select ${looked()} from videos where id = video_id);

    create or replace function video_tags_shelf() returns trigger language plpgsql as $$
    begin
      select shelf, ${looked()} into new.shelf, ${each("new.")} from videos where id = new.video_id;
      new.shelf := coalesce(new.shelf, 'gone');
      return new;
    end $$;
    create or replace function videos_shelf() returns trigger language plpgsql as $$
    begin
      update video_tags set (shelf, ${looked()}) = row (new.shelf, ${each("new.")}) where video_id = new.id;
      return null;
    end $$;
    drop trigger videos_shelf on videos;
    create trigger videos_shelf after update on videos for each row
      when ((old.shelf, ${each("old.")}) is distinct from (new.shelf, ${each("new.")}) and new.tagged)
      execute function videos_shelf();

    drop index video_tags_tag, videos_by_creation, videos_by_duration, videos_by_size, videos_of_publication,
      videos_of_status, videos_of_category, videos_of_uploader, videos_of_tagged, videos_of_renditions, videos_of_captions,
      videos_of_publishing;
    create index video_tags_tag on video_tags (tag_id, shelf, video_id) include (${looked()});
    create index videos_by_creation on videos (project_id, shelf, created_at, id) include (${looked("created_at")});
    -- A video whose length is not known yet counts as the shortest.
    create index videos_by_duration on videos (project_id, shelf, duration_seconds nulls first, id)
      include (${looked("duration_seconds")});
    create index videos_by_size on videos (project_id, shelf, stored_bytes, id) include (${looked("stored_bytes")});
    create index videos_of_category on videos (project_id, shelf, category_key, created_at, id)
      include (${looked("category_key", "created_at")});
    create index videos_of_uploader on videos (project_id, shelf, user_id, created_at, id)
      include (${looked("user_id", "created_at")});
    create index videos_of_renditions on videos (project_id, shelf, rendition_labels, created_at, id)
      include (${looked("rendition_labels", "created_at")});
    -- These find many or are about one thing: what is counted with them is counted faster while they are short.
    create index videos_of_publication on videos (project_id, shelf, published, created_at, id) include (${ordered});
    create index videos_of_status on videos (project_id, shelf, status, created_at, id) include (${ordered});
    create index videos_of_tagged on videos (project_id, shelf, tagged, created_at, id) include (${ordered});
    create index videos_of_captions on videos (project_id, shelf, captioned, created_at, id) include (${ordered});
    create index videos_of_publishing on videos (project_id, shelf, published_at, created_at, id) include (${ordered})
      where published_at is not null;
  `.execute(db);
}
