import { canCancel, canRetranscode, canRetry } from "@kinora/domain/videos.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import { Button, Progress, Switch } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePublish } from "../layout/usePublish.ts";
import { useViewer } from "../layout/useViewer.ts";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { lazyPart } from "../platform/lazyPart.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useTranscoding } from "./useTranscoding.ts";
import styles from "./VideoPage.module.css";

const ReplaceDialog = lazyPart(async () => (await import("./ReplaceDialog.tsx")).ReplaceDialog, {
  video: async () => (await import("./detailTexts.ts")).videoTexts,
});

/** Whether the video is public, how far its preparation is, and what can be done about it. */
export function StatusPanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["videos", "library", "layout"]);
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const { mutate: transcode, isPending } = useTranscoding();
  const { id, status, title } = video;
  const mayWork = permissions.video_edit || permissions.video_add;
  const working = canCancel(status);
  // A file that is there stays in the menu: here it is the way out of a failure.
  const mayReplace = permissions.video_replace && permissions.video_add && canRetry(status);
  const [replacing, setReplacing] = useState(false);
  return (
    <Panel title={t("statusTitle")}>
      <div className={styles["status"]}>
        <div className={styles["line"]}>
          <PublishedStatus published={video.published} />
          <TooltipLater label={t("needsPublish")} disabled={permissions.video_publish}>
            <span>
              <Switch
                checked={video.published}
                disabled={!permissions.video_publish}
                aria-label={t("publishSwitch", { title })}
                onChange={(event) => publish({ id, published: event.currentTarget.checked })}
              />
            </span>
          </TooltipLater>
        </div>
        <div className={styles["line"]}>
          <VideoStatus video={video} />
          {working && video.playable ? <StatusDot tone="published">{t("layout:playableNow")}</StatusDot> : null}
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
          {permissions.video_edit && canRetranscode(status) ? (
            <Button variant="default" loading={isPending} onClick={() => transcode({ action: "retranscode", id })}>
              {t("retranscode")}
            </Button>
          ) : null}
        </div>
      </div>
      {replacing ? (
        <Suspense fallback={null}>
          <ReplaceDialog video={video} onClose={() => setReplacing(false)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}
