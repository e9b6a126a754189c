import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { problemOf } from "../platform/problem.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../platform/useLiveVideos.ts";
import { recentVideosQuery } from "../platform/videos.ts";
import { NothingYet } from "./CompletedList.tsx";
import { VideoList } from "./VideoList.tsx";
import styles from "./LibraryPage.module.css";

/** The 20 videos added last, finished or not. */
export function RecentList({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["videos", "layout"]);
  const query = recentVideosQuery(projectId);
  const list = useQuery(query);
  const videos = list.data?.data ?? [];
  const moving = videos.filter(isMoving);
  useLiveProgress(moving.map(({ id }) => id));
  const interval = usePollInterval(moving.length > 0);
  useQuery({ ...query, refetchInterval: interval });

  if (!list.data) {
    return (
      <div className={styles["framed"]}>
        {list.isError ? (
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
  return videos.length === 0 ? <NothingYet /> : <VideoList videos={videos} label={t("recent")} />;
}
