import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { Group } from "@mantine/core";
import type { VideoDetail } from "../../platform/videos.ts";
import { PublishedStatus, VideoStatus } from "../VideoStatus.tsx";
import { PublishSwitch } from "./PublishSwitch.tsx";
import styles from "./VideoPage.module.css";

/** Where the page is narrow: whether the video is public, its state, how long and how large it is, above every tab. */
export const VideoStatusLine = ({ video }: { video: VideoDetail }) => (
  <Group gap="4px 12px" mb="sm" mih={30}>
    <PublishSwitch video={video} />
    <PublishedStatus published={video.published} />
    <VideoStatus video={video} />
    <span className={styles["measures"]}>
      {[
        ...(video.duration_seconds === null ? [] : [formatDuration(video.duration_seconds)]),
        formatBytes(video.size_bytes),
      ].join(" · ")}
    </span>
  </Group>
);
