import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Group } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useNarrowerThan } from "../../platform/use-media-query.ts";
import type { Video, VideoDetail } from "../../platform/videos.ts";
import { usePlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { PreviewPlayer } from "../preview/PreviewPlayer.tsx";
import { PublishedStatus, VideoStatus } from "../VideoStatus.tsx";
import { PublishSwitch } from "./PublishSwitch.tsx";
import { openTab } from "./video-view.ts";
import { VideoActions } from "./VideoActions.tsx";
import { VideoRail } from "./VideoRail.tsx";
import { VideoStatusLine } from "./VideoStatusLine.tsx";
import { VideoTabContent, VideoTabList } from "./VideoTabs.tsx";
import styles from "./VideoPage.module.css";

/** Below this many pixels of the window nothing stands beside the tabs. */
const RAIL_FROM = 1080;

/**
 * The page of a video that is there. The player is as wide as the details, and stands above the rail beside the other
 * tabs; where there is no rail it is above the tabs. It is the same frame in all places: it continues playing.
 */
export function VideoEditor({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const search = useSearch({ from: "/app/video/$videoId" });
  const narrow = useNarrowerThan(RAIL_FROM);
  const { permissions } = useViewer();
  const { tabs, open } = openTab(search.tab, narrow, permissions.analytics_view);
  const [embedOptions, setEmbedOptions] = useState("");
  const player = usePlayer(
    video.hash,
    useStore(session, ({ config }) => config?.edge_url ?? ""),
  );
  return (
    <div className={styles["page"]}>
      <PageHeader
        title={video.title}
        count={
          narrow ? undefined : (
            <span className={styles["id"]}>
              <span className="mono">{video.hash}</span>
              <IconCopyButton label={t("copyId")} onCopy={() => copyText(t("videoId"), video.hash)} />
              <Group component="span" display="inline-flex" gap="4px 12px" ml={8}>
                <PublishSwitch video={video} />
                <PublishedStatus published={video.published} />
                <VideoStatus video={video} />
              </Group>
            </span>
          )
        }
        actions={<VideoActions video={video} search={search} narrow={narrow} />}
      />
      {narrow ? <VideoStatusLine video={video} /> : null}
      {video.taken_down ? <TakedownNotice takedown={video.taken_down} /> : null}
      <div className={styles["tabs"]}>
        <VideoTabList videoId={video.id} search={search} tabs={tabs} open={open} />
      </div>
      <div className={styles["columns"]} data-docked={open !== "details"}>
        <div className={styles["hero"]}>
          <PreviewPlayer
            video={video}
            frame={player.frame}
            options={open === "embed" ? embedOptions : null}
            startSeconds={search.start ?? 0}
          />
        </div>
        <div className={styles["content"]}>
          <VideoTabContent tab={open} video={video} player={player} onEmbedOptions={setEmbedOptions} />
        </div>
        {narrow ? null : <VideoRail video={video} tab={open} />}
      </div>
    </div>
  );
}

/** Says that the operator took the video down, why, and what viewers read. */
function TakedownNotice({ takedown }: { takedown: NonNullable<Video["taken_down"]> }) {
  const { t } = useTranslation("videos");
  return (
    <div className={styles["takedown"]} role="note">
      <strong>{t("takenDownTitle", { at: formatMoment(takedown.at) })}</strong>
      <p>{t("takenDownText", { reason: takedown.reason })}</p>
      <p>{t("takenDownViewers", { message: takedown.message })}</p>
    </div>
  );
}
