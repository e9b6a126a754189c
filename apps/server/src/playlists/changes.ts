import { PLAYLISTS_MAX } from "@kinora/domain/playlists/playlists.ts";
import { notify } from "../platform/events/events.ts";
import type { Noun } from "../platform/nouns/noun.ts";

/** The channel that makes edges read a public id again. */
const PLAYBACK_CHANGED = "playback_changed";

/**
 * A playlist. Whatever happens between its creation and its deletion is the event `playlist.updated`; the audit log has the
 * particular action.
 */
export const PLAYLIST: Noun<"playlists"> = {
  table: "playlists",
  name: "playlist",
  title: ({ name }) => name,
  most: PLAYLISTS_MAX,
  event: (action) => (action === "created" || action === "deleted" ? `playlist.${action}` : "playlist.updated"),
  changed: (tx, { hash }) => notify(tx, PLAYBACK_CHANGED, hash),
};
