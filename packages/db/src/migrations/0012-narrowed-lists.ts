import { sql, type Kysely } from "kysely";

/** What every filter of a list looks at, in the index of every order. */
const SEEN = `published, status, category_key, user_id, tag_ids, rendition_labels, created_at, duration_seconds, deleted_at`;

/**
 * Lists of any size are narrowed and ordered in bounded steps: a shelf says in which list a video stands, copies of its
 * tags and finished renditions stand in its row, every order has an index that sees all filters, every filter has one of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      -- 'gone' is deleted without a way back.
      add column shelf text not null generated always as (case
        when deleted_at is not null then case when status = 'complete' then 'trash' else 'gone' end
        when status = 'complete' then 'completed' when status = 'failed' then 'failed' else 'inprogress' end) stored,
      add column title_key text not null generated always as (left(lower(title), 64)) stored,
      -- 0: none.
      add column category_key bigint not null generated always as (coalesce(category_id, 0)) stored,
      add column words text not null generated always as (lower(title || chr(10) || description || chr(10) || file_name)) stored,
      -- Copies kept by triggers: ids of its tags, and the labels of its finished renditions as ',360p,720p,'.
      add column tag_ids bigint[] not null default '{}',
      add column rendition_labels text not null default ',';
    alter table videos add column tagged boolean not null generated always as (tag_ids <> '{}') stored;
    alter table video_tags add column shelf text;

    update videos set tag_ids = array(select tag_id from video_tags where video_id = videos.id order by tag_id)
      where exists (select from video_tags where video_id = videos.id);
    update video_tags set shelf = (select shelf from videos where id = video_id);
    alter table video_tags alter column shelf set not null;

    create function video_tags_shelf() returns trigger language plpgsql as $$
    begin
      new.shelf := coalesce((select shelf from videos where id = new.video_id), 'gone');
      return new;
    end $$;
    create trigger video_tags_shelf before insert on video_tags for each row execute function video_tags_shelf();
    create function videos_shelf() returns trigger language plpgsql as $$
    begin
      update video_tags set shelf = new.shelf where video_id = new.id;
      return null;
    end $$;
    create trigger videos_shelf after update on videos for each row
      when (old.shelf is distinct from new.shelf and new.tagged) execute function videos_shelf();

    create function video_tags_copy() returns trigger language plpgsql as $$
    begin
      update videos set tag_ids = array(select tag_id from video_tags where video_id = videos.id order by tag_id)
        where id in (select video_id from changed);
      return null;
    end $$;
    create trigger video_tags_copy_new after insert on video_tags referencing new table as changed
      for each statement execute function video_tags_copy();
    create trigger video_tags_copy_old after delete on video_tags referencing old table as changed
      for each statement execute function video_tags_copy();

    create function rendition_labels_of(video bigint, playing integer) returns text language sql stable as $$
      select ',' || coalesce(string_agg(r.label, ',' order by r.label) || ',', '') from renditions r
      where r.video_id = video and r.version = greatest(playing, 1) and r.kind = 'video' and r.state = 'complete'
    $$;
    create function renditions_copy() returns trigger language plpgsql as $$
    declare
      video bigint := case when tg_op = 'DELETE' then old.video_id else new.video_id end;
    begin
      update videos set rendition_labels = rendition_labels_of(id, version)
        where id = video and rendition_labels <> rendition_labels_of(id, version);
      return null;
    end $$;
    create trigger renditions_copy_new after insert on renditions for each row
      when (new.kind = 'video' and new.state = 'complete') execute function renditions_copy();
    create trigger renditions_copy_old after delete on renditions for each row
      when (old.kind = 'video' and old.state = 'complete') execute function renditions_copy();
    create trigger renditions_copy_state after update on renditions for each row
      when (new.kind = 'video' and (old.state = 'complete') <> (new.state = 'complete')) execute function renditions_copy();
    create function videos_version() returns trigger language plpgsql as $$
    begin
      new.rendition_labels := rendition_labels_of(new.id, new.version);
      return new;
    end $$;
    create trigger videos_version before update of version on videos for each row
      when (old.version <> new.version) execute function videos_version();
    update videos set rendition_labels = rendition_labels_of(id, version) where version > 0
      or exists (select from renditions where video_id = videos.id);

    drop index videos_created, videos_title, videos_duration, videos_size, videos_uploader, videos_unfinished, videos_published,
      videos_title_search, videos_words, video_tags_tag;

    -- Every order, seen from either end.
    create index videos_by_creation on videos (project_id, shelf, created_at, id)
      include (published, status, category_key, user_id, tag_ids, rendition_labels, duration_seconds, deleted_at);
    create index videos_by_title on videos (project_id, shelf, title_key, id) include (${sql.raw(SEEN)});
    -- A video whose length is not known yet counts as the shortest.
    create index videos_by_duration on videos (project_id, shelf, duration_seconds nulls first, id)
      include (published, status, category_key, user_id, tag_ids, rendition_labels, created_at, deleted_at);
    create index videos_by_size on videos (project_id, shelf, stored_bytes, id) include (${sql.raw(SEEN)});
    create index videos_by_deletion on videos (project_id, shelf, deleted_at, id)
      include (published, status, category_key, user_id, tag_ids, rendition_labels, created_at, duration_seconds)
      where deleted_at is not null;

    -- Every filter, the latest at the end.
    create index videos_of_publication on videos (project_id, shelf, published, created_at, id) include (deleted_at);
    create index videos_of_status on videos (project_id, shelf, status, created_at, id) include (deleted_at);
    create index videos_of_category on videos (project_id, shelf, category_key, created_at, id) include (deleted_at);
    create index videos_of_uploader on videos (project_id, shelf, user_id, created_at, id) include (deleted_at);
    create index videos_of_tagged on videos (project_id, shelf, tagged, created_at, id) include (deleted_at);
    create index videos_of_renditions on videos (project_id, shelf, rendition_labels, created_at, id) include (deleted_at);
    create index video_tags_tag on video_tags (tag_id, shelf, video_id);
    -- What was typed is looked for at once in what waits to be sorted in, so nothing waits.
    create index videos_words on videos using gin (project_id, words gin_trgm_ops) with (fastupdate = off);
  `.execute(db);
}
