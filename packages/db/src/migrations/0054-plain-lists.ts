import { sql, type Kysely } from "kysely";

/**
 * Lists are read by plain indexes: one for each order, one for each filter that few videos of a project fulfil, and one of
 * pg_trgm for words. What a list asks of tags, renditions and captions it asks their own tables, which no trigger copies.
 *
 * New indexes come first, while lists are answered; what takes the table for itself is short and comes last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index videos_created on videos (project_id, shelf, created_at, id);
    create index videos_title on videos (project_id, shelf, title_key, id);
    -- A video whose length is not known yet counts as the shortest.
    create index videos_duration on videos (project_id, shelf, coalesce(duration_seconds, -1), id);
    create index videos_size on videos (project_id, shelf, stored_bytes, id);
    create index videos_publishing on videos (project_id, shelf, published, published_at, id);
    create index videos_category_created on videos (project_id, shelf, category_key, created_at, id);
    create index videos_uploader on videos (project_id, shelf, user_id, created_at, id);
    -- A search reads what waits to be sorted in from one end to the other, so nothing waits.
    create index videos_search on videos using gin (project_id, words gin_trgm_ops) with (fastupdate = off);
    create index uploads_search on uploads using gin (project_id, words gin_trgm_ops) with (fastupdate = off);
    create index stream_log_search on stream_log using gin (project_id, words gin_trgm_ops) with (fastupdate = off);
    create index video_tags_video on video_tags (tag_id, video_id);
    create index renditions_label on renditions (label, video_id) where kind = 'video' and state = 'complete';
    create index captions_project on captions (project_id, video_id);
    -- The character type of the database may have become one that knows letters of all scripts.
    reindex index tags_search;
    -- What belongs to a category or a person belongs to one project: the planner would multiply how rare each is.
    create statistics videos_labels (dependencies) on project_id, category_key, user_id from videos;

    drop trigger video_tags_shelf on video_tags;
    drop trigger video_tags_copy_new on video_tags;
    drop trigger video_tags_copy_old on video_tags;
    drop trigger videos_shelf on videos;
    drop trigger videos_version on videos;
    drop trigger renditions_copy_new on renditions;
    drop trigger renditions_copy_old on renditions;
    drop trigger renditions_copy_state on renditions;
    drop trigger captions_copy on captions;
    drop function video_tags_shelf, video_tags_copy, videos_shelf, videos_version, renditions_copy, rendition_labels_of,
      captions_copy;
    drop index videos_by_creation, videos_by_title, videos_by_duration, videos_by_size, videos_by_deletion,
      videos_of_category, videos_of_category_by_title, videos_of_category_by_duration, videos_of_category_by_size,
      videos_of_uploader, videos_of_uploader_by_title, videos_of_uploader_by_duration, videos_of_uploader_by_size,
      videos_of_category_and_uploader, videos_of_month_by_title, videos_of_publishing_month_by_title,
      videos_of_publishing_month_by_creation, videos_of_publication, videos_of_publishing, videos_of_status,
      videos_of_renditions, videos_of_captions, videos_of_tagged, videos_words, uploads_words, stream_log_words,
      video_tags_tag, video_tags_by_title, video_tags_by_duration, video_tags_by_size, video_tags_of_category,
      video_tags_of_uploader;
    drop function word_runs, run_keys;
    alter table video_tags drop column shelf, drop column title_key, drop column published, drop column published_at,
      drop column status, drop column category_key, drop column user_id, drop column tag_ids, drop column rendition_labels,
      drop column captioned, drop column created_at, drop column duration_seconds, drop column stored_bytes,
      drop column deleted_at;
    alter table videos drop column tagged, drop column tag_ids, drop column rendition_labels, drop column captioned;
    analyze videos, video_tags, renditions, captions, uploads, stream_log;
  `.execute(db);
}
