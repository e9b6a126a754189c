import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon, Button, Group, Stack } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconDots, IconPlaylist, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import { usePlaylistItems } from "../playlist-items.tsx";
import { PlaylistGate } from "../PlaylistGate.tsx";
import { playlistPlaysQuery, type PlaylistDetail, type PlaylistItem } from "../queries.ts";
import { usePlaylistActions } from "../use-playlist-actions.ts";
import { ItemRows } from "./ItemRows.tsx";
import styles from "../Playlists.module.css";

const EmbedPanel = lazyPart(async () => (await import("./EmbedPanel.tsx")).EmbedPanel);
const EmbedPages = lazyPart(async () => (await import("../../restrictions/embeds/EmbedPages.tsx")).EmbedPages);
const UseAsLoopDialog = lazyPart(async () => (await import("./UseAsLoopDialog.tsx")).UseAsLoopDialog);
const icon = { size: 16, stroke: 1.6 };

/** One playlist: how it plays, what it has, and the code to embed it. */
export default function PlaylistPage(): ReactNode {
  const { playlistId } = useParams({ from: "/app/playlist/$playlistId" });
  return (
    <PlaylistGate address={playlistId}>
      {(playlist, { data }) => <PlaylistView key={playlist.id} playlist={playlist} items={data} />}
    </PlaylistGate>
  );
}

function PlaylistView({ playlist, items }: { playlist: PlaylistDetail; items: readonly PlaylistItem[] }) {
  const { t } = useTranslation("playlists");
  const { hash, name, published } = playlist;
  const seconds = items.reduce((sum, item) => sum + (item.duration_seconds ?? 0), 0);
  return (
    <>
      <PageHeader
        title={name}
        count={
          <Group gap="4px 8px" display="inline-flex" renderRoot={(props) => <span {...props} />}>
            <span className="mono">{hash}</span>
            <IconCopyButton label={t("copyId")} onCopy={() => copyText(t("playlistId"), hash)} />
            <StatusDot state={published ? "published" : "unpublished"}>
              {published ? t("published") : t("unpublished")}
            </StatusDot>
          </Group>
        }
        actions={<Actions playlist={playlist} />}
      />
      <div className={styles["columns"]}>
        <Stack miw={0}>
          <Preview playlist={playlist} />
          {playlist.description ? (
            <p className={styles["description"]} dir="auto">
              {playlist.description}
            </p>
          ) : null}
          <Panel
            title={t("videosOf")}
            action={
              <span className="muted">
                {t("length", { videos: t("videos", { count: items.length }), duration: formatDuration(seconds) })}
                <Plays playlist={playlist} />
              </span>
            }
            flush
          >
            {items.length === 0 ? (
              <EmptyState icon={<IconPlaylist size={22} stroke={1.6} />} title={t("noVideos")}>
                {playlist.type === "smart" ? t("noVideosRules") : t("noVideosText")}
              </EmptyState>
            ) : (
              <ItemRows items={items} label={t("videosOf")} smart={playlist.type === "smart"} />
            )}
          </Panel>
          <Suspense fallback={null}>
            <EmbedPages kind="playlist" id={playlist.id} />
          </Suspense>
        </Stack>
        <Suspense fallback={null}>
          <EmbedPanel playlist={playlist} />
        </Suspense>
      </div>
    </>
  );
}

/** How often its videos were played within it, for those who may see analytics. */
function Plays({ playlist: { id, project_id: projectId } }: { playlist: PlaylistDetail }) {
  const { t } = useTranslation("playlists");
  const enabled = useViewer().permissions.analytics_view;
  const plays = useQuery({ ...playlistPlaysQuery(projectId, [id]), enabled }).data?.get(id);
  return plays === undefined ? null : <> · {t("plays", { count: plays, number: formatNumber(plays) })}</>;
}

/** The embed page in a frame; the first address stays, so that playback does not start over when the page is read again. */
function Preview({ playlist }: { playlist: PlaylistDetail }) {
  const { t } = useTranslation("playlists");
  const [address] = useState(playlist.preview_url);
  return (
    <iframe
      className={`screen ${styles["player"]}`}
      data-layout={playlist.layout}
      src={address}
      title={t("preview", { name: playlist.name })}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function Actions({ playlist }: { playlist: PlaylistDetail }) {
  const { t } = useTranslation("playlists");
  const navigate = useNavigate();
  const actions = usePlaylistActions(playlist.project_id);
  const [choosing, setChoosing] = useState(false);
  const { permissions } = useViewer();
  const curl = useCurlAction();
  const mayManage = permissions.playlist_manage;
  const items = usePlaylistItems(mayManage, actions);
  const mayLoop = permissions.streams_manage && permissions.streams_view;
  if (!mayManage && !mayLoop) return null;
  const { id } = playlist;
  const remove = async () => {
    if (await actions.remove(playlist)) await navigate({ to: "/playlist" });
  };
  const { changes, deletion } = items(playlist, () => void remove());
  return (
    <>
      {mayManage ? <ManageButton id={id} label={t("manage")} /> : null}
      <ActionMenu
        actions={[
          ...changes,
          ...offered(mayLoop, {
            label: t("useAsLoop"),
            icon: <IconRepeat {...icon} />,
            onChoose: () => setChoosing(true),
          }),
          curl(`/playlists/${id}`),
          ...deletion,
        ]}
      >
        <ActionIcon variant="default" size={32} aria-label={t("actionsOf", { name: playlist.name })}>
          <IconDots {...icon} />
        </ActionIcon>
      </ActionMenu>
      <Later when={choosing}>
        <UseAsLoopDialog opened={choosing} playlist={playlist} onClose={() => setChoosing(false)} />
      </Later>
    </>
  );
}

const ManageButton = ({ id, label }: { id: number; label: string }) => (
  <Button
    leftSection={<IconAdjustmentsHorizontal {...icon} />}
    renderRoot={(props) => <Link to="/playlist/$playlistId/manage" params={{ playlistId: String(id) }} {...props} />}
  >
    {label}
  </Button>
);
