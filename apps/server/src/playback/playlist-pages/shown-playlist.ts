import type { IncomingMessage } from "node:http";
import type { BareAnswer, Gate } from "../gate/gate.ts";
import type { PlaybackPlaylist } from "./find-playlist.ts";

/** A playlist with the videos that one request may see. */
export interface ShownPlaylist extends PlaybackPlaylist {
  /** Whether every request sees the same, so that caches may share the answer. */
  for_everyone: boolean;
}

/**
 * A playlist without the videos whose restriction profile refuses this request. Titles and pictures of videos that need
 * a signed token or a password are in no list: pages and feeds of playlists have neither. `page` is the URL of the page
 * around the list.
 */
export async function showPlaylist(
  gate: Gate,
  playlist: PlaybackPlaylist,
  request: IncomingMessage,
  page: string | null,
): Promise<ShownPlaylist> {
  const answers = new Map<number | null, BareAnswer>([[null, "everyone"]]);
  for (const { profile_id: id } of playlist.videos)
    if (id !== null && !answers.has(id)) answers.set(id, await gate.answerTo(id, request, page));
  return {
    ...playlist,
    videos: playlist.videos.filter(({ profile_id: id }) => answers.get(id) !== "refused"),
    for_everyone: [...answers.values()].every((answer) => answer === "everyone"),
  };
}
