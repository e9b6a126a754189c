import { canRetry } from "@kinora/domain/videos/videos.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { EmbedPanel } from "../embed/EmbedPanel.tsx";
import { PlaylistsPanel } from "./PlaylistsPanel.tsx";
import type { VideoTab } from "./video-view.ts";
import { VideoFacts } from "./VideoFacts.tsx";
import { VisibilityPanel } from "./VisibilityPanel.tsx";
import styles from "./VideoPage.module.css";

/** A failed video has nothing that another page could show. */
const isWithoutEmbed = ({ status, playable }: VideoDetail) => canRetry(status) && !playable;

/** What stands beside the tabs: when its visibility changes and how far it is, its embed code, what is known about it. */
export const VideoRail = ({ video, tab }: { video: VideoDetail; tab: VideoTab }) => (
  <div className={styles["rail"]}>
    <VisibilityPanel video={video} belowStatus />
    {tab === "embed" || isWithoutEmbed(video) ? null : <EmbedPanel video={video} />}
    <PlaylistsPanel video={video} />
    <VideoFacts video={video} />
  </div>
);

/** The same as a tab, where nothing fits beside the tabs. */
export const VideoOverview = ({ video }: { video: VideoDetail }) => (
  <div className={styles["stack"]}>
    <VisibilityPanel video={video} belowStatus />
    {isWithoutEmbed(video) ? null : <EmbedPanel video={video} />}
    <PlaylistsPanel video={video} />
    <VideoFacts video={video} />
  </div>
);
