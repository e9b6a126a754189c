import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { BulkBarLater } from "../bulk/BulkBarLater.tsx";
import { countsQuery } from "./library-queries.ts";
import { useLibraryFilters } from "./use-library-filters.tsx";
import { useLibraryList, type LibraryListProps } from "./use-library-list.ts";
import { useTitleColumn } from "./video-columns.tsx";

/** Deleted videos, each with the moment it goes for good; they can be restored or deleted at once. */
export function TrashList(props: LibraryListProps) {
  const { projectId, at } = props;
  const { t } = useTranslation(["library", "videos"]);
  const { permissions } = useViewer();
  const { list, rows, selection, bulk } = useLibraryList(props);
  const { restore, askToPurge } = useTrashActions(projectId);
  const columns = [useTitleColumn(null), ...useTrashColumns()];
  const days = useQuery(countsQuery(projectId)).data?.trash_days;
  const emptyText =
    days === undefined
      ? {}
      : { text: days === 0 ? t("emptyTrashOff") : t("emptyTrashText", { count: days, days: formatNumber(days) }) };
  return (
    <>
      <BulkBarLater {...bulk} actions={["restore", "purge"]} />
      <div ref={rows}>
        <ListPage
          name="library-trash"
          label={t("trash")}
          at={at}
          list={list}
          columns={columns}
          height="tall"
          nameOf={({ title }) => title}
          searchLabel={t("videos:search")}
          filters={useLibraryFilters(projectId, at).filters}
          selection={selection}
          selecting={selection.selected.size > 0}
          actions={(video) =>
            permissions.video_delete ? <RestoreButton title={video.title} onClick={() => restore(video.id)} /> : null
          }
          menu={(video) =>
            permissions.video_delete
              ? [
                  {
                    label: t("purge"),
                    icon: <IconTrash size={16} stroke={1.6} />,
                    danger: true,
                    onChoose: () => askToPurge(video),
                  },
                ]
              : []
          }
          actionsWidth={112}
          empty={{ icon: <IconTrash size={22} stroke={1.6} />, title: t("emptyTrash"), ...emptyText }}
          noMatch={t("videos:emptyFilter")}
          permission="video_view"
        />
      </div>
    </>
  );
}

function RestoreButton({ title, onClick }: { title: string; onClick: () => void }) {
  const { t } = useTranslation("library");
  return (
    <Button variant="default" size="compact-sm" aria-label={t("restoreOf", { title })} onClick={onClick}>
      {t("restore")}
    </Button>
  );
}

function useTrashActions(projectId: number) {
  const { t } = useTranslation(["library", "videos", "layout"]);
  const place = (id: number) => ({ project_id: projectId, video_id: id });
  const restore = useAction((id: number) => api.trash.restoreVideo(place(id)), { changes: [["videos"]] });
  const purge = useAction((id: number) => api.trash.purgeVideo(place(id)), { changes: [["videos"]] });
  const names = { item: t("videos:item"), action: t("videos:deleteAction") };
  const askToPurge = ({ id, title }: Video) =>
    void purge.mutateAfter(
      {
        title: t("purgeTitle"),
        text: `${t("layout:confirmPermanently", names)} ${t("videos:quoted", { title })}`,
        yes: t("purge"),
        danger: true,
      },
      id,
    );
  return { restore: restore.mutate, askToPurge };
}

function useTrashColumns(): Column<Video>[] {
  const { t } = useTranslation("library");
  const moment = { min: 104, align: "end", mobile: "meta" } as const;
  return [
    {
      id: "size",
      header: t("column_size"),
      min: 72,
      align: "end",
      priority: 1,
      mobile: "hidden",
      sorts: ["-size", "size"],
      cell: ({ size_bytes: bytes }) => formatBytes(bytes),
    },
    {
      ...moment,
      id: "deleted",
      header: t("deletedColumn"),
      priority: 2,
      mobile: "hidden",
      cell: ({ deleted_at: at }) => <Moment at={at} />,
    },
    { ...moment, id: "goes", header: t("goesColumn"), priority: 3, cell: ({ purge_at: at }) => <Moment at={at} /> },
  ];
}
