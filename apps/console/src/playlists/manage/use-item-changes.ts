import type { PlaylistSort } from "@kinora/domain/playlists/playlists.ts";
import { moved } from "@kinora/domain/videos/categories.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";
import { playlistItemsKey, playlistKey, playlistsKey, type PlaylistItem, type PlaylistItems } from "../queries.ts";

type Change =
  | { kind: "add"; videoIds: readonly number[] }
  | { kind: "move"; videoId: number; position: number }
  | { kind: "remove"; videoId: number }
  | { kind: "sort"; by: PlaylistSort };

function send(id: number, change: Change): Promise<unknown> {
  switch (change.kind) {
    case "add":
      return api.playlists.addPlaylistItems({ id, video_ids: [...change.videoIds] });
    case "move":
      return api.playlists.movePlaylistItem({ id, video_id: change.videoId, position: change.position });
    case "remove":
      return api.playlists.removePlaylistItem({ id, video_id: change.videoId });
    case "sort":
      return api.playlists.sortPlaylistItems({ id, by: change.by });
  }
}

/** What a change makes of the list that is shown; the others are known once the server answered. */
function changed(items: readonly PlaylistItem[], change: Change): readonly PlaylistItem[] {
  if (change.kind === "remove") return items.filter((item) => item.video_id !== change.videoId);
  if (change.kind !== "move") return items;
  const item = items.find((each) => each.video_id === change.videoId);
  return item ? moved(items, item, change.position) : items;
}

/** Changes the videos of a playlist: each change is saved at once, one after the other, and shown before it is. */
export function useItemChanges(projectId: number, id: number) {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  const name = `playlist-items-${id}`;
  const mutation = useMutation({
    mutationKey: [name],
    scope: { id: name },
    mutationFn: (change: Change) => send(id, change),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: playlistItemsKey(id) });
      client.setQueryData<PlaylistItems>(
        playlistItemsKey(id),
        (list) => list && { ...list, data: [...changed(list.data, change)] },
      );
    },
    onError(error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("error"));
    },
    async onSettled() {
      // What changes next builds on this: the list is read once, after the last of them.
      if (client.isMutating({ mutationKey: [name] }) > 1) return;
      const keys = [playlistItemsKey(id), playlistKey(id), playlistsKey(projectId), ["playlist-rules", projectId]];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return {
    add: (videoIds: readonly number[]) => mutation.mutate({ kind: "add", videoIds }),
    move: (videoId: number, position: number) => mutation.mutate({ kind: "move", videoId, position }),
    remove: (videoId: number) => mutation.mutate({ kind: "remove", videoId }),
    sort: (by: PlaylistSort) => mutation.mutate({ kind: "sort", by }),
  };
}
