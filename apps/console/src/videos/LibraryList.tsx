import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { pagination as pagesOf } from "@kinora/domain/pages.ts";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { useViewer } from "../layout/useViewer.ts";
import type { api } from "../platform/client.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { problemOf, reasonOf } from "../platform/problem.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../platform/useLiveVideos.ts";
import type { VideoPage } from "../platform/videos.ts";
import { showsFacts } from "./columns.ts";
import { libraryQuery, matchingQuery } from "./libraryQueries.ts";
import { isNarrowed, selectionOf, type LibrarySearch, type LibraryType, type LibraryView } from "./libraryView.ts";
import { useDeleteVideo } from "./useDeleteVideo.ts";
import type { Peek } from "./usePeek.ts";
import { useTranscoding } from "./useTranscoding.ts";
import { VideoList } from "./VideoList.tsx";
import styles from "./LibraryPage.module.css";

const InProgressTable = lazyPart(async () => (await import("./InProgressTable.tsx")).InProgressTable);
const FailedList = lazyPart(async () => (await import("./FailedList.tsx")).FailedList);
const LibraryEmpty = lazyPart(async () => (await import("./LibraryEmpty.tsx")).LibraryEmpty);
const TrashList = lazyPart(async () => (await import("./TrashList.tsx")).TrashList);

type Count = Awaited<ReturnType<typeof api.library.countMatching>>["data"];

export interface LibraryListProps {
  projectId: number;
  view: LibraryView;
  /** `instead` leaves no step back to the address before. */
  show: (change: Partial<LibraryView>, instead?: boolean) => void;
  columns: readonly string[];
  layout: "table" | "grid";
  /** The list's part of the address. */
  place: LibrarySearch;
  peek: Peek;
}

/** One of the lists with every state it can be in; what moves by itself is followed (spec §4, Video lists). */
export function LibraryList(props: LibraryListProps) {
  const { t } = useTranslation("videos");
  const waiting = (
    <div className={styles["framed"]}>
      <SkeletonRows label={t("loading")} />
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <List {...props} waiting={waiting} />
    </Suspense>
  );
}

function List({ waiting, ...props }: LibraryListProps & { waiting: ReactNode }) {
  const { projectId, view, show, columns, layout } = props;
  const { t } = useTranslation(["videos", "layout", "library"]);
  const query = libraryQuery(projectId, view, showsFacts(columns) && layout === "table");
  const list = useQuery(query);
  const moving = list.data?.data.filter(isMoving) ?? [];
  useLiveProgress(moving.map(({ id }) => id));
  useQuery({ ...query, refetchInterval: usePollInterval(moving.length > 0) });

  const listed = list.data?.pagination;
  const counting = listed?.more === true && listed.total < COUNTED_ROWS && !list.isPlaceholderData;
  const counted = useQuery({ ...matchingQuery(projectId, selectionOf(view)), enabled: counting }).data;

  const leaving = useLastPage(list.isPlaceholderData ? undefined : listed, (page) => show({ page }, true));

  if (list.isError && !list.data) {
    const { status } = problemOf(list.error);
    return (
      <div className={styles["framed"]}>
        <ErrorState
          message={status === 403 ? t("library:needsView") : reasonOf(list.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  }
  if (!list.data || leaving) return waiting;
  if (list.data.data.length === 0) {
    const clear = () => show({ search: "", published: null, narrowing: {} });
    return <LibraryEmpty projectId={projectId} type={view.type} {...(isNarrowed(view) ? { onClear: clear } : {})} />;
  }
  const pagination = counting && counted ? countedFurther(list.data.pagination, counted) : list.data.pagination;
  return (
    <>
      <Rows {...props} page={{ ...list.data, pagination }} stale={list.isPlaceholderData} />
      {view.type === "recent" ? null : (
        <ListPager pagination={pagination} more={pagination.more} onPage={(page) => show({ page })} />
      )}
    </>
  );
}

const countedFurther = ({ page, per_page, total }: VideoPage["pagination"], { rows, more }: Count) => ({
  ...pagesOf(page, per_page, Math.max(total, rows)),
  more,
});

function Rows({
  projectId,
  view,
  show,
  columns,
  layout,
  place,
  peek,
  page: { data: videos, pagination },
  stale,
}: LibraryListProps & { page: VideoPage; stale: boolean }) {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const transcoding = useTranscoding();
  const deleteVideo = useDeleteVideo();
  const { total, more } = pagination;
  const matching =
    total > videos.length && view.type !== "recent" ? { selection: selectionOf(view), total, more } : null;
  const labels: Record<LibraryType, string> = {
    completed: t("completed"),
    inprogress: t("inProgress"),
    recent: t("recent"),
    failed: t("library:failed"),
    trash: t("library:trash"),
  };
  if (view.type === "trash") return <TrashList projectId={projectId} videos={videos} matching={matching} />;
  if (view.type === "failed" && layout === "table") {
    return (
      <FailedList
        projectId={projectId}
        videos={videos}
        label={labels[view.type]}
        stale={stale}
        place={place}
        peek={peek}
        matching={matching}
      />
    );
  }
  if (view.type === "inprogress") {
    return (
      <InProgressTable
        videos={videos}
        label={labels[view.type]}
        place={place}
        peek={peek}
        stale={stale}
        canEdit={permissions.video_edit || permissions.video_add}
        canDelete={permissions.video_delete}
        onTranscoding={(action, id) => transcoding.mutate({ action, id })}
        onDelete={(video) => void deleteVideo(video)}
      />
    );
  }
  return (
    <VideoList
      videos={videos}
      label={labels[view.type]}
      stale={stale}
      matching={matching}
      sorting={view.type === "recent" ? null : { current: view.sort, onSort: (sort) => show({ sort }) }}
      columns={columns}
      layout={layout}
      place={place}
      peek={peek}
    />
  );
}
