import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/**
 * Locks the tags a video has and those in `tagIds`, in the order of their ids, before the video's tags change: a trigger
 * counts the videos of each tag, and two changes that lock the same tags in different orders would wait for each other.
 */
export async function lockTagsInOrder(tx: Tx, videoId: number, tagIds: readonly number[]): Promise<void> {
  await sql`
    select from tags
    where id = any(${tagIds}::bigint[] || array(select tag_id from video_tags where video_id = ${videoId}))
    order by id for no key update`.execute(tx);
}
