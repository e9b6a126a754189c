import type { Context } from "../context.ts";
import { missing, type OwnProject } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { PLAYLIST } from "./changes.ts";
import { addItems } from "./items.ts";

/** The playlists that people put a video into, by name. @throws Refusal `not_found`. */
export async function listPlaylistsOfVideo({ db }: Context, { projectId }: OwnProject, videoId: number) {
  const video = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!video) throw new Refusal("not_found", "This video does not exist or belongs to another project.");
  return db
    .selectFrom("playlist_items")
    .innerJoin("playlists", "playlists.id", "playlist_items.playlist_id")
    .select(["playlists.id", "playlists.name", "playlists.type"])
    .where("playlist_items.video_id", "=", videoId)
    .where("playlists.project_id", "=", projectId)
    .orderBy("playlists.name")
    .orderBy("playlists.id")
    .execute();
}

/**
 * Adds videos at the end of several playlists; a second run adds nothing. Each playlist is a change of its own.
 * Returns how many entries are new. @throws Refusal `not_found` before any change when a playlist is none of the project's.
 */
export async function addToPlaylists(
  context: Context,
  grant: OwnProject,
  playlistIds: readonly number[],
  videoIds: readonly number[],
): Promise<number> {
  const wanted = [...new Set(playlistIds)];
  const known = await context.db
    .selectFrom("playlists")
    .select("id")
    .where("id", "in", wanted)
    .where("project_id", "=", grant.projectId)
    .execute();
  if (known.length < wanted.length) throw missing(PLAYLIST);
  let added = 0;
  for (const id of wanted.toSorted((a, b) => a - b)) added += await addItems(context, grant, id, videoIds);
  return added;
}
