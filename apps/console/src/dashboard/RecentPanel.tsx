import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Button } from "@mantine/core";
import { IconMovie, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import { posterOf } from "../platform/posters.ts";
import { isMoving } from "../platform/use-live-videos.ts";
import { recentVideosQuery, type Video } from "../platform/videos.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { PublishedStatus, VideoStatus } from "../videos/VideoStatus.tsx";
import styles from "./Dashboard.module.css";

/** The 20 videos added last, as pictures. */
export function RecentPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["dashboard", "layout"]);
  const { permissions } = useViewer();
  const list = useQuery(recentVideosQuery(projectId));
  const videos = list.data?.data;
  return (
    <Panel
      title={t("recent")}
      flush
      action={
        permissions.video_view ? (
          <Link to="/video" className={styles["all"] ?? ""}>
            {t("allVideos")}
          </Link>
        ) : undefined
      }
    >
      {videos === undefined ? (
        list.isError ? (
          <QueryProblem query={list} />
        ) : (
          <SkeletonRows rows={4} label={t("layout:loading")} />
        )
      ) : videos.length === 0 ? (
        <EmptyState
          icon={<IconMovie size={22} stroke={1.6} />}
          title={t("noVideos")}
          action={
            permissions.video_add ? (
              <Button
                leftSection={<IconUpload size={16} stroke={1.6} />}
                renderRoot={(props) => <Link to="/upload" {...props} />}
              >
                {t("upload")}
              </Button>
            ) : undefined
          }
        >
          {permissions.video_add ? t("noVideosText") : undefined}
        </EmptyState>
      ) : (
        <div className={styles["grid"]}>
          {videos.map((video) => (
            <VideoCard key={video.id} video={video} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function VideoCard({ video }: { video: Video }) {
  return (
    <article className={styles["card"]}>
      <Link to="/video/$videoId" params={{ videoId: String(video.id) }} tabIndex={-1} aria-hidden="true">
        <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} size="fill" />
      </Link>
      <Link to="/video/$videoId" params={{ videoId: String(video.id) }} dir="auto">
        {video.title}
      </Link>
      <div className={styles["meta"]}>
        {video.status === "complete" ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />}
        {isMoving(video) ? null : <time dateTime={video.created_at}>{formatAgo(video.created_at)}</time>}
      </div>
    </article>
  );
}
