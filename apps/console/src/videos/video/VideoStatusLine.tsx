import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { VideoState } from "../VideoState.tsx";
import { PublishSwitch } from "./PublishSwitch.tsx";
import styles from "./VideoPage.module.css";

/** Where the page is narrow: whether the video is public, its state, how long and how large it is, in one line. */
export const VideoStatusLine = ({ video }: { video: VideoDetail }) => (
  <div className={styles["statusLine"]}>
    <PublishSwitch video={video} />
    <VideoState video={video} />
    <span className={styles["measures"]}>
      {[
        ...(video.duration_seconds === null ? [] : [formatDuration(video.duration_seconds)]),
        formatBytes(video.size_bytes),
      ].join(" · ")}
    </span>
  </div>
);
