import { PLAYLIST_TYPES } from "@kinora/domain/playlists/playlists.ts";
import { listView, oneOf, searched, shownAs, type ListView } from "@kinora/ui/kit/list-view.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";

/** What the address of the list of playlists says. */
export const playlistsView = listView({
  search: searched(),
  type: oneOf(PLAYLIST_TYPES),
  published: oneOf(["true", "false"]),
  sort: shownAs(["-updated", "updated", "name", "-name"]),
});

/** The list's address, with the ways to change it. */
export type PlaylistsAt = ListAddress<typeof playlistsView extends ListView<infer Schema> ? Schema : never>;
