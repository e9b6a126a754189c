import { sql, type Kysely } from "kysely";

/**
 * How much of videos was watched, beside the furthest moment, which a jump to the end reaches as well. Sums of before are estimated
 * from the time watched, which is never more than the way to the furthest moment but for parts that were watched again; of videos
 * that are gone, nothing is known but the furthest moment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Sum over the views of how many hundredths of the video were watched, each once.
    alter table view_hours add column watched_parts bigint not null default 0;
    update view_hours set watched_parts = least(furthest, coalesce(
        (select round(100 * watched_ms / (1000 * duration_seconds)) from videos where id = item_id and duration_seconds > 0),
        furthest))
      where item_kind = 'video' and furthest > 0;
  `.execute(db);
}
