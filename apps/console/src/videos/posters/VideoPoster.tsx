import { Thumb } from "@kinora/ui/Thumb.tsx";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { posterOf } from "../../platform/posters.ts";
import { isMoving } from "../../platform/use-live-videos.ts";
import type { Video } from "../../platform/videos.ts";
import styles from "./VideoPoster.module.css";

/**
 * A video's poster, which moves under the pointer. While the video is encoded, it turns from grey to colour from
 * left to right, and a sign shows that it can be watched already.
 */
export function VideoPoster({ video, size = "row" }: { video: Video; size?: "row" | "fill" }) {
  return (
    <span className={styles["poster"]} data-size={size} data-preview={video.storyboard_url ?? undefined}>
      <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} size={size} />
      <Developing video={video} />
    </span>
  );
}

/** What lies above a poster whose video is in progress. Its words stand beside it: this is for the eye. */
export function Developing({ video }: { video: Pick<Video, "status" | "progress" | "playable"> }) {
  if (!isMoving(video)) return null;
  const percent = video.progress ?? 0;
  return (
    <span className={styles["developing"]} aria-hidden="true">
      <span className={styles["grey"]} style={{ left: `${percent}%` }} />
      {video.playable ? (
        <span className={styles["playable"]}>
          <IconPlayerPlayFilled size={12} />
        </span>
      ) : null}
      <span className={styles["line"]} style={{ width: `${percent}%` }} />
    </span>
  );
}
