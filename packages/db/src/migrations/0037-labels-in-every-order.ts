import { sql, type Kysely } from "kysely";

/** What lists look at, as the index of every order has it. */
const LOOKED_AT = [
  ...["title_key", "published", "published_at", "status", "category_key", "user_id", "tag_ids", "rendition_labels"],
  ...["captioned", "created_at", "duration_seconds", "stored_bytes", "deleted_at"],
];

/** The orders a list may have besides that of arrival, and the column each is by. */
const ORDERS = {
  title: { column: "title_key", order: "title_key" },
  // A video whose length is not known yet counts as the shortest.
  duration: { column: "duration_seconds", order: "duration_seconds nulls first" },
  size: { column: "stored_bytes", order: "stored_bytes" },
};

const included = (...without: string[]) =>
  sql.raw(`include (${LOOKED_AT.filter((column) => !without.includes(column)).join(", ")})`);

/**
 * The videos of a tag, a category and a person lie in an index in every order, and those of a month in the orders that often go
 * along with time: a page of them is read where it begins, however far that is from the end of the project's list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { column, order }] of Object.entries(ORDERS)) {
    const by = sql.raw(order);
    await sql`create index ${sql.raw(`video_tags_by_${name}`)} on video_tags (tag_id, shelf, ${by}, video_id)
      ${included(column)}`.execute(db);
    await sql`create index ${sql.raw(`videos_of_category_by_${name}`)} on videos (project_id, shelf, category_key, ${by}, id)
      ${included(column, "category_key")}`.execute(db);
    await sql`create index ${sql.raw(`videos_of_uploader_by_${name}`)} on videos (project_id, shelf, user_id, ${by}, id)
      ${included(column, "user_id")}`.execute(db);
  }
  await sql`
    -- Two of them at a time: both may have many, and few in common.
    create index video_tags_of_category on video_tags (tag_id, shelf, category_key, created_at, video_id)
      ${included("category_key", "created_at")};
    create index video_tags_of_uploader on video_tags (tag_id, shelf, user_id, created_at, video_id)
      ${included("user_id", "created_at")};
    create index videos_of_category_and_uploader on videos (project_id, shelf, category_key, user_id, created_at, id)
      ${included("category_key", "user_id", "created_at")};
    create index videos_of_month_by_title on videos
      (project_id, shelf, date_trunc('month', created_at at time zone 'UTC'), title_key, id) ${included("title_key")};
    create index videos_of_publishing_month_by_title on videos
      (project_id, shelf, date_trunc('month', published_at at time zone 'UTC'), title_key, id) ${included("title_key")}
      where published_at is not null;
    create index videos_of_publishing_month_by_creation on videos
      (project_id, shelf, date_trunc('month', published_at at time zone 'UTC'), created_at, id) ${included("created_at")}
      where published_at is not null;
  `.execute(db);
}
