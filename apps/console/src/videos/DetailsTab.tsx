import type { VideoDetail } from "../platform/videos.ts";
import { DetailsForm } from "./DetailsForm.tsx";
import { SchedulePanel } from "./SchedulePanel.tsx";
import styles from "./VideoDetail.module.css";

/** What people say about a video, and when it appears. */
export const DetailsTab = ({ video }: { video: VideoDetail }) => (
  <div className={styles["stack"]}>
    <DetailsForm video={video} />
    <SchedulePanel video={video} />
  </div>
);
