import { canRetry } from "@kinora/domain/videos/videos.ts";
import { Stack } from "@mantine/core";
import type { VideoDetail } from "../../platform/videos.ts";
import { EmbedPanel } from "../embed/EmbedPanel.tsx";
import { PlaylistsPanel } from "./PlaylistsPanel.tsx";
import type { VideoTab } from "./video-view.ts";
import { VideoFacts } from "./VideoFacts.tsx";
import { VisibilityPanel } from "./VisibilityPanel.tsx";
import styles from "./VideoPage.module.css";

/** A failed video has nothing that another page could show. */
const isWithoutEmbed = ({ status, playable }: VideoDetail) => canRetry(status) && !playable;

/**
 * What stands beside the tabs: when its visibility changes and how far it is, its embed code, what is known about it. The
 * playlists, which are asked for, are last: they move nothing when they arrive.
 */
export const VideoRail = ({ video, tab }: { video: VideoDetail; tab: VideoTab }) => (
  <div className={styles["rail"]}>
    <VisibilityPanel video={video} belowStatus />
    {tab === "embed" || isWithoutEmbed(video) ? null : <EmbedPanel video={video} />}
    <VideoFacts video={video} />
    <PlaylistsPanel video={video} />
  </div>
);

/** The same as a tab, where nothing fits beside the tabs. */
export const VideoOverview = ({ video }: { video: VideoDetail }) => (
  <Stack miw={0}>
    <VisibilityPanel video={video} belowStatus />
    {isWithoutEmbed(video) ? null : <EmbedPanel video={video} />}
    <VideoFacts video={video} />
    <PlaylistsPanel video={video} />
  </Stack>
);
