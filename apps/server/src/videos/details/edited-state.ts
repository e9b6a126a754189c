import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";

interface EditedState {
  title: string;
  description: string;
  /** Its name; null for none. */
  category: string | null;
  tags: string[];
  reference_id: string | null;
  language: string | null;
  metadata: readonly { key: string; value: string }[];
}

/** What people edit of a video, as the audit log names it; null when the project has no such video. */
export async function readEditedState(tx: Tx, projectId: number, id: number): Promise<EditedState | null> {
  const { rows } = await sql<EditedState>`
    select video.title, video.description, category.name as category, video.reference_id, video.language, video.metadata,
      array(select tags.name from video_tags join tags on tags.id = tag_id where video_id = video.id order by tags.name) as tags
    from videos video left join categories category on category.id = video.category_id
    where video.id = ${id} and video.project_id = ${projectId} and video.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}
