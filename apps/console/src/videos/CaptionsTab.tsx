import type { VideoDetail } from "../platform/videos.ts";
import { CaptionsPanel } from "./CaptionsPanel.tsx";
import { ChaptersPanel } from "./ChaptersPanel.tsx";
import styles from "./VideoDetail.module.css";

/** The texts that go with a video's time: captions and chapters. */
export const CaptionsTab = ({ video }: { video: VideoDetail }) => (
  <div className={styles["stack"]}>
    <CaptionsPanel video={video} />
    <ChaptersPanel video={video} />
  </div>
);
