import { Panel } from "@kinora/ui/Panel.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Progress, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import { posterOf } from "../platform/posters.ts";
import { isMoving, useLiveProgress, usePollInterval } from "../platform/use-live-videos.ts";
import { inProgressVideosQuery } from "../platform/videos.ts";
import { VideoStatus } from "../videos/VideoStatus.tsx";
import styles from "./Dashboard.module.css";

/** Videos on their way, with their progress as it is pushed; hidden while there are none. */
export function InProgressPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const query = inProgressVideosQuery(projectId);
  const list = useQuery(query);
  const videos = list.data?.data ?? [];
  const moving = videos.filter(isMoving);
  useLiveProgress(moving.map(({ id }) => id));
  useQuery({ ...query, refetchInterval: usePollInterval(moving.length > 0) });
  if (videos.length === 0) return null;
  return (
    <Panel title={t("inProgress")} flush>
      {videos.map((video) => (
        <div key={video.id} className={styles["moving"]}>
          <div className={styles["title"]}>
            <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} />
            <Link to="/video/$videoId" params={{ videoId: String(video.id) }} dir="auto">
              {video.title}
            </Link>
          </div>
          <Stack gap={6}>
            <VideoStatus video={video} />
            {video.error === null ? (
              <Progress
                value={(video.status === "uploading" ? video.upload_progress : video.progress) ?? 0}
                aria-label={t("inProgress")}
              />
            ) : (
              <p className="note problem">{video.error.message}</p>
            )}
          </Stack>
        </div>
      ))}
    </Panel>
  );
}
