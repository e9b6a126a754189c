import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePlayer } from "../layout/usePlayer.ts";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { copyText } from "../platform/clipboard.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { DeletePanel } from "./DeletePanel.tsx";
import { EmbedPanel } from "./EmbedPanel.tsx";
import { PreviewPlayer } from "./PreviewPlayer.tsx";
import { StatusPanel } from "./StatusPanel.tsx";
import { VideoActions } from "./VideoActions.tsx";
import { VideoFacts } from "./VideoFacts.tsx";
import { VideoTabs } from "./VideoTabs.tsx";
import styles from "./VideoPage.module.css";

/** The page of a video that is there: player and its parts on the left, what it is and where it shows on the right. */
export function VideoEditor({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const search = useSearch({ from: "/app/video/$videoId" });
  const player = usePlayer(
    video.hash,
    useStore(session, ({ config }) => config?.edge_url ?? ""),
  );
  return (
    <>
      <PageHeader
        title={video.title}
        count={
          <span className={styles["id"]}>
            <span className="mono">{video.hash}</span>
            <IconCopyButton label={t("copyId")} onCopy={() => copyText(t("videoId"), video.hash)} />
            <span className={styles["badges"]}>
              <VideoStatus video={video} />
              <PublishedStatus published={video.published} />
            </span>
          </span>
        }
        actions={<VideoActions video={video} search={search} />}
      />
      <div className={styles["columns"]}>
        <div className={styles["left"]}>
          <PreviewPlayer video={video} frame={player.frame} />
          <VideoTabs video={video} search={search} player={player} />
        </div>
        <div className={styles["right"]}>
          <StatusPanel video={video} />
          {search.tab === "embed" ? null : <EmbedPanel video={video} />}
          <VideoFacts video={video} />
          <DeletePanel video={video} />
        </div>
      </div>
    </>
  );
}
