import { sql, type Kysely } from "kysely";

/**
 * Takes chapters from videos whose source has none: those within another video's source were written to every video without
 * chapters. Sources are probed before each version, whose plan says what they hold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with held as (
      select video_id, bool_or(plan #> '{facts,chapters,0}' is not null) as has_chapters
      from transcodes where plan -> 'facts' is not null group by video_id)
    update videos set chapters = '[]', chapters_from_source = false
    from held where held.video_id = videos.id and videos.chapters_from_source and not held.has_chapters
  `.execute(db);
}
