import { playlistSettings } from "@kinora/contract/playlists/playlists.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { addItems } from "../playlists/items.ts";
import { createPlaylist } from "../playlists/service.ts";
import type { ImportItem } from "./job.ts";

/**
 * Adds the video of an item to the playlists that its source names, which are created where the project has none of that
 * name. What cannot be done is noted at the item. @param context joined to the transaction that creates the video.
 */
export async function addToPlaylists(
  context: Context,
  grant: ProjectGrant,
  { id, entry }: Pick<ImportItem, "id" | "entry">,
  videoId: number,
): Promise<void> {
  const notes: string[] = [];
  for (const name of entry.playlists) {
    try {
      await addToPlaylist(context, grant, name, videoId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.push(`It is not in the playlist “${name}”: ${error.message}`);
    }
  }
  if (notes.length === 0) return;
  await context.db
    .updateTable("import_items")
    .set(({ fn, val }) => ({ notes: fn<string[]>("array_cat", ["notes", val(notes)]) }))
    .where("id", "=", id)
    .execute();
}

async function addToPlaylist(context: Context, grant: ProjectGrant, name: string, videoId: number): Promise<void> {
  if (!grant.permissions.has("playlist_manage"))
    throw new Refusal("forbidden", "your role lacks the “Manage playlists” permission.");
  const existing = await context.db
    .selectFrom("playlists")
    .select("id")
    .where("project_id", "=", grant.projectId)
    .where("type", "=", "manual")
    .where("name", "=", name)
    .orderBy("id")
    .executeTakeFirst();
  if (existing) {
    await addItems(context, grant, existing.id, [videoId]);
    return;
  }
  const settings = playlistSettings.parse({ name });
  await createPlaylist(context, grant, { ...settings, type: "manual", video_ids: [videoId] });
}
