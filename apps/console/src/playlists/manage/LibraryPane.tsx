import { pageLinks } from "@kinora/domain/pages.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable, type RowId } from "@kinora/ui/kit/DataTable.tsx";
import { TableFooter } from "@kinora/ui/kit/TableFooter.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconCheck, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { posterOf } from "../../platform/posters.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { useLastPage } from "../../shell/lists/use-last-page.ts";
import { EVERYTHING, libraryQuery, type LibraryVideo } from "./library-query.ts";
import { LibraryFilters } from "./LibraryFilters.tsx";
import styles from "./Manage.module.css";

/** Page links of the narrow column. */
const LINKS = 5;

interface LibraryProps {
  projectId: number;
  /** Ids of the videos the playlist has. */
  held: ReadonlySet<number>;
  smart: boolean;
  onAdd: (videoIds: readonly number[]) => void;
}

/**
 * The library beside a playlist, a page at a time. A press or Enter adds a video, selected ones of several pages are added
 * together in the order of their selection.
 */
export function LibraryPane({ projectId, held, smart, onAdd }: LibraryProps) {
  const { t } = useTranslation(["managePlaylist", "playlists", "layout"]);
  const [wanted, setWanted] = useState(EVERYTHING);
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set());
  const found = useQuery(libraryQuery(projectId, wanted));
  const pagination = found.data?.pagination;
  const onPage = (page: number) => setWanted({ ...wanted, page });
  const leaving = useLastPage(found.isPlaceholderData ? undefined : pagination, onPage);
  const videos = leaving ? undefined : found.data?.data;
  const isMissing = (id: RowId): id is number => typeof id === "number" && !held.has(id);
  const chosen = [...selected].filter(isMissing);
  const shown = (videos ?? []).map(({ id }) => id).filter(isMissing);
  const columns = useLibraryColumns();
  const nameOf = ({ title }: LibraryVideo) => title || t("playlists:untitled");
  return (
    <Panel
      title={t("library")}
      action={
        <AddMany
          {...{ chosen, shown, smart }}
          onAdd={(ids) => {
            onAdd(ids);
            setSelected(new Set());
          }}
        />
      }
      flush
    >
      <LibraryFilters projectId={projectId} wanted={wanted} onChange={setWanted} />
      <div className={styles["picker"]}>
        <DataTable
          label={t("library")}
          height="tall"
          columns={columns}
          rows={videos}
          stale={found.isPlaceholderData}
          nameOf={nameOf}
          selection={{ selected, onChange: setSelected }}
          onOpen={({ id }) => (held.has(id) ? undefined : onAdd([id]))}
          actions={(video) => <AddButton video={video} held={held.has(video.id)} smart={smart} onAdd={onAdd} />}
          actionsWidth={30}
          problem={found.isError && !found.data ? <ListProblem list={found} permission="video_view" /> : null}
          empty={<EmptyState icon={<IconSearchOff size={22} stroke={1.6} />} title={t("libraryEmpty")} />}
          footer={
            pagination ? (
              <TableFooter {...pagination} links={pageLinks(pagination.page, pagination.max, LINKS)} onPage={onPage} />
            ) : undefined
          }
        />
      </div>
    </Panel>
  );
}

/** Adds the selected videos, or all of the page while none is selected. */
function AddMany({
  chosen,
  shown,
  smart,
  onAdd,
}: Pick<LibraryProps, "smart" | "onAdd"> & { chosen: readonly number[]; shown: readonly number[] }) {
  const { t } = useTranslation("managePlaylist");
  if (chosen.length === 0 && shown.length < 2) return null;
  return (
    <Button variant="default" size="compact-sm" onClick={() => onAdd(chosen.length > 0 ? chosen : shown)}>
      {chosen.length > 0
        ? t(smart ? "pinSelected" : "addSelected", { count: chosen.length })
        : t(smart ? "pinAll" : "addAll")}
    </Button>
  );
}

function useLibraryColumns(): Column<LibraryVideo>[] {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  return [
    {
      id: "video",
      header: t("columnVideo"),
      min: 140,
      grow: 1,
      mobile: "title",
      cell: (video) => (
        <Group gap={10} wrap="nowrap" miw={0} renderRoot={(props) => <span {...props} />}>
          <Thumb {...posterOf(video.image_urls)} />
          <span className={styles["title"]} dir="auto">
            {video.title || t("playlists:untitled")}
          </span>
          {video.published ? null : <span className={styles["hint"]}>{t("playlists:unpublished")}</span>}
        </Group>
      ),
    },
    {
      id: "duration",
      header: t("playlists:columnDuration"),
      min: 64,
      align: "end",
      priority: 1,
      mobile: "meta",
      cell: ({ duration_seconds: seconds }) => (seconds === null ? "–" : formatDuration(seconds)),
    },
  ];
}

function AddButton({
  video: { id, title: given },
  held,
  smart,
  onAdd,
}: Pick<LibraryProps, "smart" | "onAdd"> & { video: LibraryVideo; held: boolean }) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const title = given || t("playlists:untitled");
  const label = held ? t("has", { title }) : smart ? t("pin", { title }) : t("add", { title });
  return (
    <ActionIcon aria-label={label} disabled={held} onClick={() => onAdd([id])}>
      {held ? <IconCheck size={16} stroke={1.6} /> : <IconPlus size={16} stroke={1.6} />}
    </ActionIcon>
  );
}
