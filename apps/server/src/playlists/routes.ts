import { operations, projectGrant } from "../platform/http/operations.ts";
import { addItems, listByRules, listItems, moveItem, removeItem, sortItems } from "./items.ts";
import { addToPlaylists, listPlaylistsOfVideo } from "./of-videos.ts";
import {
  createPlaylist,
  deletePlaylist,
  duplicatePlaylist,
  getPlaylist,
  listPlaylists,
  setPlaylistPublished,
  updatePlaylist,
} from "./service.ts";

const { playlists } = operations;

const addedMessage = (added: number) =>
  added === 0
    ? "The playlist has these videos already."
    : added === 1
      ? "Video is added to the playlist."
      : `${added} videos are added to the playlist.`;

export const playlistRoutes = {
  listPlaylists: playlists.listPlaylists.handler(({ context, input: { project_id: _id, ...query } }) =>
    listPlaylists(context, projectGrant(context), query),
  ),
  createPlaylist: playlists.createPlaylist.handler(async ({ context, input: { project_id: _id, ...playlist } }) => ({
    data: await createPlaylist(context, projectGrant(context), playlist),
    message: "Playlist is saved.",
  })),
  getPlaylist: playlists.getPlaylist.handler(async ({ context, input }) => ({
    data: await getPlaylist(context, projectGrant(context), input.id),
  })),
  updatePlaylist: playlists.updatePlaylist.handler(async ({ context, input: { id, version, ...settings } }) => ({
    data: await updatePlaylist(context, projectGrant(context), id, settings, version),
    message: "Playlist is saved.",
  })),
  publishPlaylist: playlists.publishPlaylist.handler(async ({ context, input }) => ({
    data: await setPlaylistPublished(context, projectGrant(context), input.id, input.published),
    message: input.published ? "Published..." : "Unpublished...",
  })),
  duplicatePlaylist: playlists.duplicatePlaylist.handler(async ({ context, input }) => ({
    data: await duplicatePlaylist(context, projectGrant(context), input.id),
    message: "Playlist is duplicated.",
  })),
  deletePlaylist: playlists.deletePlaylist.handler(async ({ context, input }) => {
    await deletePlaylist(context, projectGrant(context), input.id);
    return { message: "Playlist is deleted." };
  }),
  listPlaylistItems: playlists.listPlaylistItems.handler(({ context, input }) =>
    listItems(context, projectGrant(context), input.id),
  ),
  addPlaylistItems: playlists.addPlaylistItems.handler(async ({ context, input }) => {
    const added = await addItems(context, projectGrant(context), input.id, input.video_ids, input.position);
    return { added, message: addedMessage(added) };
  }),
  movePlaylistItem: playlists.movePlaylistItem.handler(async ({ context, input }) => {
    await moveItem(context, projectGrant(context), input.id, input.video_id, input.position);
    return { message: "Video is moved." };
  }),
  removePlaylistItem: playlists.removePlaylistItem.handler(async ({ context, input }) => {
    await removeItem(context, projectGrant(context), input.id, input.video_id);
    return { message: "Video is removed from the playlist." };
  }),
  sortPlaylistItems: playlists.sortPlaylistItems.handler(async ({ context, input }) => {
    await sortItems(context, projectGrant(context), input.id, input.by);
    return { message: "Playlist is sorted." };
  }),
  previewRules: playlists.previewRules.handler(({ context, input }) =>
    listByRules(context, projectGrant(context), input.rules, input.pinned_ids),
  ),
  listVideoPlaylists: playlists.listVideoPlaylists.handler(async ({ context, input }) => ({
    data: await listPlaylistsOfVideo(context, projectGrant(context), input.id),
  })),
  addToPlaylists: playlists.addToPlaylists.handler(async ({ context, input }) => {
    const added = await addToPlaylists(context, projectGrant(context), input.playlist_ids, input.video_ids);
    return { added, message: added === 0 ? "The playlists have these videos already." : "Added to the playlists." };
  }),
};
