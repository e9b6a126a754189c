import type { Tx } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";

/**
 * Rows (source_key, video_id) of the videos that the project has from imports. A video that was deleted, or whose file never
 * came, is none: its item can be imported again.
 */
export const importedBefore = (projectId: number): RawBuilder<unknown> => sql`
  select i.source_key, i.video_id from import_items i join videos v on v.id = i.video_id
  where i.project_id = ${projectId} and i.state in ('running', 'done') and v.deleted_at is null
    and not (v.status in ('failed', 'cancelled') and v.source_key is null)`;

/** The video that the project has from this item of a source; null for none. */
export async function videoOfKey(tx: Tx, projectId: number, key: string): Promise<number | null> {
  const { rows } = await sql<{ video_id: number }>`
    select video_id from (${importedBefore(projectId)}) before
    where md5(before.source_key) = md5(${key}) and before.source_key = ${key} limit 1`.execute(tx);
  return rows[0]?.video_id ?? null;
}
