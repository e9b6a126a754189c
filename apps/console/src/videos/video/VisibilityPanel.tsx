import { canCancel, canRetry } from "@kinora/domain/videos/videos.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Group, Progress, Stack } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useTranscoding } from "../files/use-transcoding.ts";
import { PublishedStatus, VideoStatus } from "../VideoStatus.tsx";
import { PublishSwitch } from "./PublishSwitch.tsx";
import { Remedies } from "./Remedies.tsx";
import styles from "./VideoPage.module.css";

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
  // Why a video without anything to watch failed is said in the place of its player.
  const isSaid = video.status === "complete" || (canRetry(video.status) && !video.playable);
  if (belowStatus && !hasNotes && isSaid) return null;
  return (
    <Panel title={t("visibility")}>
      <Stack gap="sm">
        {belowStatus ? null : (
          <Group gap="xs" justify="space-between">
            <PublishedStatus published={video.published} />
            <PublishSwitch video={video} />
          </Group>
        )}
        {publishAt === null ? null : <p className="note">{t("publishes", { at: formatMoment(publishAt) })}</p>}
        {unpublishAt === null ? null : <p className="note">{t("unpublishes", { at: formatMoment(unpublishAt) })}</p>}
        {whenReady && !video.published ? <p className="note">{t("publishesWhenReady")}</p> : null}
        {(belowStatus && isSaid) || video.status === "complete" ? null : (
          <Work video={video} belowStatus={belowStatus} />
        )}
      </Stack>
    </Panel>
  );
}

function Work({ video, belowStatus }: Required<VisibilityPanelProps>) {
  const { t } = useTranslation(["videos", "layout"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const { id, status } = video;
  const working = canCancel(status);
  return (
    <>
      <Group gap="xs" justify="space-between">
        {belowStatus ? null : <VideoStatus video={video} />}
        {working && (video.playable || video.plays_upload) ? (
          <StatusDot state="playable">{t("layout:playableNow")}</StatusDot>
        ) : null}
      </Group>
      {working ? (
        <Progress
          value={(status === "uploading" ? video.upload_progress : video.progress) ?? 0}
          aria-label={t("columnProgress")}
        />
      ) : null}
      {video.error === null ? null : <p className="problem">{video.error.message}</p>}
      {(permissions.video_edit || permissions.video_add) && working ? (
        <div className={styles["buttons"]}>
          <Button variant="default" loading={isPending} onClick={() => transcode({ action: "cancel", id })}>
            {t("cancelConversion")}
          </Button>
        </div>
      ) : null}
      <Remedies video={video} />
    </>
  );
}
