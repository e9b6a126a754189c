import { canCancel, canRetry } from "@kinora/domain/videos/videos.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Progress } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { useTranscoding } from "../files/use-transcoding.ts";
import { PublishedStatus, VideoStatus } from "../VideoStatus.tsx";
import { PublishSwitch } from "./PublishSwitch.tsx";
import styles from "./VideoPage.module.css";

const ReplaceDialog = lazyPart(async () => (await import("./ReplaceDialog.tsx")).ReplaceDialog, {
  video: async () => (await import("./detail-texts.ts")).videoTexts,
});

interface VisibilityPanelProps {
  video: VideoDetail;
  /** The page's status line says above it whether the video is public and how far it is: neither is repeated. */
  belowStatus?: boolean;
}

/** Whether the video is public and when that changes; while it is no finished video, how far it is and what can be done. */
export function VisibilityPanel({ video, belowStatus = false }: VisibilityPanelProps) {
  const { t } = useTranslation("videos");
  const { publish_at: publishAt, unpublish_at: unpublishAt, publish_when_ready: whenReady } = video.schedule;
  const hasNotes = publishAt !== null || unpublishAt !== null || (whenReady && !video.published);
  if (belowStatus && !hasNotes && video.status === "complete") return null;
  return (
    <Panel title={t("visibility")}>
      <div className={styles["status"]}>
        {belowStatus ? null : (
          <div className={styles["line"]}>
            <PublishedStatus published={video.published} />
            <PublishSwitch video={video} />
          </div>
        )}
        {publishAt === null ? null : (
          <p className={styles["note"]}>{t("publishes", { at: formatMoment(publishAt) })}</p>
        )}
        {unpublishAt === null ? null : (
          <p className={styles["note"]}>{t("unpublishes", { at: formatMoment(unpublishAt) })}</p>
        )}
        {whenReady && !video.published ? <p className={styles["note"]}>{t("publishesWhenReady")}</p> : null}
        {video.status === "complete" ? null : <Work video={video} belowStatus={belowStatus} />}
      </div>
    </Panel>
  );
}

function Work({ video, belowStatus }: Required<VisibilityPanelProps>) {
  const { t } = useTranslation(["videos", "library", "layout"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const { id, status } = video;
  const mayWork = permissions.video_edit || permissions.video_add;
  const working = canCancel(status);
  // A file that is there stays in the menu: here it is the way out of a failure.
  const mayReplace = permissions.video_replace && permissions.video_add && canRetry(status);
  const [replacing, setReplacing] = useState(false);
  return (
    <>
      <div className={styles["line"]}>
        {belowStatus ? null : <VideoStatus video={video} />}
        {working && video.playable ? <StatusDot state="playable">{t("layout:playableNow")}</StatusDot> : null}
      </div>
      {working ? (
        <Progress
          value={(status === "uploading" ? video.upload_progress : video.progress) ?? 0}
          aria-label={t("columnProgress")}
        />
      ) : null}
      {video.error === null ? null : <p className={styles["error"]}>{video.error.message}</p>}
      <div className={styles["buttons"]}>
        {mayWork && working ? (
          <Button variant="default" loading={isPending} onClick={() => transcode({ action: "cancel", id })}>
            {t("cancelConversion")}
          </Button>
        ) : null}
        {mayWork && canRetry(status) && video.error?.retryable !== false ? (
          <Button loading={isPending} onClick={() => transcode({ action: "retry", id })}>
            {t("retry")}
          </Button>
        ) : null}
        {mayReplace ? (
          <Button variant="default" onClick={() => setReplacing(true)}>
            {t("library:replaceFile")}
          </Button>
        ) : null}
      </div>
      <Later when={replacing}>
        <ReplaceDialog video={video} onClose={() => setReplacing(false)} />
      </Later>
    </>
  );
}
