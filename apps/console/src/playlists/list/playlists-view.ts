import { PLAYLIST_TYPES } from "@kinora/domain/playlists/playlists.ts";
import { listView, oneOf, searched, shownAs } from "@kinora/ui/kit/list-view.ts";

/** What the address of the list of playlists says. */
export const playlistsView = listView({
  search: searched(),
  type: oneOf(PLAYLIST_TYPES),
  published: oneOf(["true", "false"]),
  sort: shownAs(["-updated", "updated", "name", "-name"]),
});
