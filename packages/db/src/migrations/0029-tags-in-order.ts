import { sql, type Kysely } from "kysely";

/** What lists look at besides what leads there. */
const LOOKED_AT = [
  ...["title_key", "published", "published_at", "status", "category_key", "user_id", "tag_ids", "rendition_labels"],
  ...["captioned", "duration_seconds", "stored_bytes", "deleted_at"],
];

/** The videos of a tag lie there as they arrived, like those of a category or a person: a page of them is read, not looked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index video_tags_tag;
    create index video_tags_tag on video_tags (tag_id, shelf, created_at, video_id) include (${sql.raw(LOOKED_AT.join(", "))});
  `.execute(db);
}
