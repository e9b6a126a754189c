import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { isAnswered, useArrived } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useNarrowerThan } from "../../platform/use-media-query.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { PlaylistGate } from "../PlaylistGate.tsx";
import type { PlaylistDetail, PlaylistItem } from "../queries.ts";
import { EVERYTHING, libraryQuery } from "./library-query.ts";
import { LibraryPane } from "./LibraryPane.tsx";
import { OrderPane } from "./OrderPane.tsx";
import { PlaylistForm } from "./PlaylistForm.tsx";
import { useItemChanges } from "./use-item-changes.ts";
import styles from "./Manage.module.css";

const RestrictionPanel = lazyPart(
  async () => (await import("../../restrictions/applied/RestrictionPanel.tsx")).RestrictionPanel,
);

/** From this width on, in pixels, the library stands beside the order. */
const BOTH_FROM = 960;

/** Where a playlist is put together: its videos or its rules, and how it plays. */
export default function ManagePage(): ReactNode {
  const { playlistId } = useParams({ from: "/app/playlist/$playlistId/manage" });
  return (
    <PlaylistGate address={playlistId}>
      {(playlist, { data }) => <Manage key={playlist.id} playlist={playlist} items={data} />}
    </PlaylistGate>
  );
}

function Manage({ playlist, items }: { playlist: PlaylistDetail; items: readonly PlaylistItem[] }) {
  const { t } = useTranslation("managePlaylist");
  const readOnly = !useViewer().permissions.playlist_manage;
  const smart = playlist.type === "smart";
  const chosen = items.filter(({ pinned }) => pinned);
  const both = !useNarrowerThan(BOTH_FROM) && !readOnly;
  const library = useQuery({ ...libraryQuery(playlist.project_id, EVERYTHING), enabled: both });
  const arrived = useArrived(!both || isAnswered(library));
  const panes = <Panes playlist={playlist} chosen={chosen} readOnly={readOnly} />;
  return (
    <>
      <PageHeader
        title={t("title", { name: playlist.name })}
        actions={
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} stroke={1.6} />}
            renderRoot={(props) => (
              <Link to="/playlist/$playlistId" params={{ playlistId: String(playlist.id) }} {...props} />
            )}
          >
            {t("view")}
          </Button>
        }
      />
      <SettingsArea>
        {smart ? null : panes}
        {smart || arrived ? (
          <PlaylistForm playlist={playlist} pinnedIds={chosen.map(({ video_id: id }) => id)} readOnly={readOnly} />
        ) : null}
        {smart ? panes : null}
        <Suspense fallback={null}>
          {arrived ? <RestrictionPanel kind="playlist" id={playlist.id} hash={playlist.hash} /> : null}
        </Suspense>
      </SettingsArea>
    </>
  );
}

/** The library and the order: beside each other, or one after the other's segment on a narrow screen. */
function Panes({
  playlist,
  chosen,
  readOnly,
}: {
  playlist: PlaylistDetail;
  chosen: readonly PlaylistItem[];
  readOnly: boolean;
}) {
  const { t } = useTranslation("managePlaylist");
  const changes = useItemChanges(playlist.project_id, playlist.id);
  const smart = playlist.type === "smart";
  const narrow = useNarrowerThan(BOTH_FROM);
  const [shown, setShown] = useState<"order" | "library">("order");
  const both = !narrow && !readOnly;
  return (
    <>
      {narrow && !readOnly ? (
        <Segments
          aria-label={t("panes")}
          value={shown}
          data={[
            { value: "order", label: t("tabOrder") },
            { value: "library", label: t("tabLibrary") },
          ]}
          onChange={setShown}
        />
      ) : null}
      <div className={styles["panes"]} data-alone={!both}>
        {both || (shown === "library" && !readOnly) ? (
          <LibraryPane
            projectId={playlist.project_id}
            held={new Set(chosen.map(({ video_id: id }) => id))}
            smart={smart}
            onAdd={changes.add}
          />
        ) : null}
        {both || shown === "order" || readOnly ? (
          <OrderPane items={chosen} smart={smart} readOnly={readOnly} changes={changes} />
        ) : null}
      </div>
    </>
  );
}
