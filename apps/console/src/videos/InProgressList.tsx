import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { IconProgressCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { problemOf } from "../platform/problem.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../platform/useLiveVideos.ts";
import { inProgressVideosQuery } from "../platform/videos.ts";
import { InProgressTable } from "./InProgressTable.tsx";
import { useDeleteVideos } from "./useDeleteVideos.ts";
import { useTranscoding } from "./useTranscoding.ts";
import styles from "./LibraryPage.module.css";

/** Videos that are not finished, moving by themselves (spec §4, Video lists). */
export function InProgressList({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["videos", "layout"]);
  const { permissions } = useViewer();
  const query = inProgressVideosQuery(projectId);
  const list = useQuery(query);
  const videos = list.data?.data ?? [];
  const moving = videos.filter(isMoving);
  useLiveProgress(moving.map(({ id }) => id));
  useQuery({ ...query, refetchInterval: usePollInterval(moving.length > 0) });
  const transcoding = useTranscoding();
  const deleteVideos = useDeleteVideos();

  if (list.data && videos.length > 0) {
    return (
      <InProgressTable
        videos={videos}
        label={t("inProgress")}
        canEdit={permissions.video_edit || permissions.video_add}
        canDelete={permissions.video_delete}
        onTranscoding={(action, id) => transcoding.mutate({ action, id })}
        onDelete={(id) => void deleteVideos([id])}
      />
    );
  }
  return (
    <div className={styles["framed"]}>
      {list.data ? (
        <EmptyState icon={<IconProgressCheck size={22} stroke={1.6} />} title={t("emptyInProgress")}>
          {t("emptyInProgressText")}
        </EmptyState>
      ) : list.isError ? (
        <ErrorState
          message={problemOf(list.error).message ?? t("layout:pageFailed")}
          retryLabel={t("layout:retry")}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} />
      )}
    </div>
  );
}
