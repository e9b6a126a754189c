import type { Tx } from "@kinora/db/connect.ts";
import type { ImportEntry } from "@kinora/domain/imports/imports.ts";
import { sql, type RawBuilder } from "kysely";

/**
 * Rows (source_key, video_id, url) of the videos that the project has from imports. A video that was deleted, or whose file never
 * came, is none: its item can be imported again.
 */
export const importedBefore = (projectId: number): RawBuilder<unknown> => sql`
  select i.source_key, i.video_id, i.entry->'media'->>'url' as url
  from import_items i join videos v on v.id = i.video_id
  where i.project_id = ${projectId} and i.state in ('running', 'done') and v.deleted_at is null
    and not (v.status in ('failed', 'cancelled') and v.source_key is null)`;

/** The video that the project has from this item of a source; null for none. */
export async function videoOfItem(tx: Tx, projectId: number, entry: ImportEntry): Promise<number | null> {
  const { rows } = await sql<{ video_id: number }>`
    select video_id from (${importedBefore(projectId)}) before
    where ${isFrom(sql`before`, sql`${entry.key}`)} limit 1`.execute(tx);
  const other = otherKey(entry);
  if (rows.length > 0 || !other) return rows[0]?.video_id ?? null;
  const others = await sql<{ video_id: number }>`
    select video_id from (${importedBefore(projectId)}) before
    where ${isFrom(sql`before`, sql`${other.key}`)} and before.url = ${other.url} limit 1`.execute(tx);
  return others.rows[0]?.video_id ?? null;
}

/** Condition: a row of `importedBefore` is from the item of a key. Written as its index has it. */
export const isFrom = (before: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`md5(${before}.source_key) = md5(${key}) and ${before}.source_key = ${key}`;

/**
 * The key that an item of a feed had when no other one had its guid, or has when others share it (`withOwnKeys`): makers begin and
 * end to share one. With the same file it is the same item. Null for an item whose file is no address.
 */
export function otherKey({ key, media }: Pick<ImportEntry, "key" | "media">): { key: string; url: string } | null {
  if (media === null || !("url" in media)) return null;
  const { url } = media;
  return { key: key.endsWith(` ${url}`) ? key.slice(0, -(url.length + 1)) : `${key} ${url}`, url };
}
