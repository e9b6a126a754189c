import { USUAL_FRAME } from "@kinora/domain/players/frame.ts";
import { playlistEmbedCodes } from "@kinora/domain/playlists/playlist-codes.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { useTranslation } from "../platform/i18n.ts";
import { copyEmbedCode } from "../platform/preferences.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import { usePlayerFrame } from "../players/player-options.ts";
import { playlistsKey, type Playlist } from "./queries.ts";

/** What can be done to a playlist from its row and its page. */
export function usePlaylistActions(projectId: number) {
  const { t } = useTranslation(["playlists", "layout"]);
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const frame = usePlayerFrame(projectId, null) ?? USUAL_FRAME;
  const changes = [playlistsKey(projectId), ["playlist"]];
  const duplicate = useAction((id: number) => api.playlists.duplicatePlaylist({ id }), { changes });
  const publish = useAction((input: { id: number; published: boolean }) => api.playlists.publishPlaylist(input), {
    changes,
  });
  const remove = useAction((id: number) => api.playlists.deletePlaylist({ id }), {
    changes: [playlistsKey(projectId), ["video-playlists"]],
    failure: t("notDeleted"),
  });
  return {
    duplicate: (id: number) => duplicate.mutate(id),
    setPublished: (id: number, published: boolean) => publish.mutate({ id, published }),
    copyEmbed: (playlist: Pick<Playlist, "hash" | "name" | "layout">) =>
      void copyEmbedCode(t("embedScript"), playlistEmbedCodes(edgeUrl, playlist, { frame }).script),
    /** Asks first. True when it is gone. */
    async remove({ id, name }: Pick<Playlist, "id" | "name">): Promise<boolean> {
      const question = t("layout:confirmPermanently", {
        action: t("layout:delete").toLowerCase(),
        item: t("deleteItem"),
      });
      const text = `${question} ${t("deleteText")}`;
      if (!(await confirm({ title: t("deleteTitle", { name }), text, yes: t("delete"), danger: true }))) return false;
      return remove.mutateAsync(id).then(
        () => true,
        () => false,
      );
    },
  };
}
