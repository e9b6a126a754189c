import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { DeletePanel } from "./DeletePanel.tsx";
import { EmbedPanel } from "./EmbedPanel.tsx";
import { MetaForm } from "./MetaForm.tsx";
import { PreviewPlayer } from "./PreviewPlayer.tsx";
import { RenditionTable } from "./RenditionTable.tsx";
import { StatusPanel } from "./StatusPanel.tsx";
import { VideoFacts } from "./VideoFacts.tsx";
import styles from "./VideoPage.module.css";

/** The page of a video that is there: player and details on the left, what it is and where it shows on the right. */
export function VideoEditor({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  return (
    <>
      <PageHeader
        title={video.title}
        count={
          <span className={styles["id"]}>
            <span className="mono">{video.hash}</span>
            <IconCopyButton label={t("copyId")} onCopy={() => copyText(t("videoId"), video.hash)} />
          </span>
        }
      />
      <div className={styles["columns"]}>
        <div className={styles["left"]}>
          <PreviewPlayer video={video} />
          <MetaForm video={video} />
          <Panel title={t("renditions")} flush>
            <RenditionTable renditions={video.renditions} />
          </Panel>
        </div>
        <div className={styles["right"]}>
          <StatusPanel video={video} />
          <EmbedPanel video={video} />
          <VideoFacts video={video} />
          <DeletePanel video={video} />
        </div>
      </div>
    </>
  );
}
