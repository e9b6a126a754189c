import { IconAdjustmentsHorizontal, IconCode } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { offered } from "../../shell/menus/actions.ts";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import { usePlaylistItems } from "../playlist-items.tsx";
import type { Playlist } from "../queries.ts";
import { usePlaylistActions } from "../use-playlist-actions.ts";

const icon = { size: 16, stroke: 1.6 };

/** What can be done with a playlist from its row. */
export function usePlaylistMenu(projectId: number, mayManage: boolean) {
  const { t } = useTranslation("playlists");
  const actions = usePlaylistActions(projectId);
  const items = usePlaylistItems(mayManage, actions);
  const curl = useCurlAction();
  return (playlist: Playlist) => {
    const { changes, deletion } = items(playlist, () => void actions.remove(playlist));
    const { id } = playlist;
    return [
      ...offered(mayManage, {
        label: t("manage"),
        icon: <IconAdjustmentsHorizontal {...icon} />,
        renderRoot: (props) => (
          <Link to="/playlist/$playlistId/manage" params={{ playlistId: String(id) }} {...props} />
        ),
      }),
      { label: t("copyEmbed"), icon: <IconCode {...icon} />, onChoose: () => actions.copyEmbed(playlist) },
      curl(`/playlists/${id}`),
      ...changes,
      ...deletion,
    ];
  };
}
