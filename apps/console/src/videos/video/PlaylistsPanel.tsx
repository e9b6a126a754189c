import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { AddToPlaylistButton } from "../../playlists/add/AddToPlaylistButton.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import styles from "./VideoPage.module.css";

/** The playlists that people put a video into, and the way into others. */
export function PlaylistsPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("addToPlaylist");
  const { permissions } = useViewer();
  const mayRead = permissions.player_view || permissions.playlist_manage;
  const found = useQuery({
    queryKey: ["video-playlists", video.id],
    queryFn: ({ signal }) => api.playlists.listVideoPlaylists({ id: video.id }, { signal }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const playlists = found.data?.data;
  return (
    <Panel title={t("playlists")}>
      <Stack gap="sm">
        {found.isError ? <p className="problem">{reasonOf(found.error)}</p> : null}
        {playlists?.length === 0 ? <p className="note">{t("none")}</p> : null}
        {playlists && playlists.length > 0 ? (
          <ul className={styles["playlists"]} aria-label={t("playlists")}>
            {playlists.map(({ id, name }) => (
              <li key={id}>
                <Link to="/playlist/$playlistId" params={{ playlistId: String(id) }} dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {playlists ? (
          <div className={styles["buttons"]}>
            <AddToPlaylistButton
              projectId={video.project_id}
              videoIds={[video.id]}
              held={playlists.map(({ id }) => id)}
            />
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}
