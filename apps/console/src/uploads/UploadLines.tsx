import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration, formatWait } from "@kinora/ui/durations.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { VideoStatus } from "../videos/VideoStatus.tsx";
import type { ClientFacts } from "./client-facts.ts";
import type { UploadItem } from "./queue.ts";
import { secondsLeft } from "./speed.ts";
import styles from "./Upload.module.css";

/** How far a file's bytes are, with what the browser can tell about it. */
export function TransferLine({
  item,
  facts,
  video,
}: {
  item: UploadItem;
  facts: ClientFacts | null;
  video: VideoDetail | null;
}) {
  const { t } = useTranslation("uploads");
  const { state, speed, sentBytes, file } = item;
  if (state === "failed")
    return <p className="problem">{item.error ?? (item.isFileChanged ? t("fileChanged") : t("failed"))}</p>;
  const left = state === "uploading" ? secondsLeft(speed.bytesPerSecond, sentBytes, file.size) : null;
  const parts = [
    t("sizeProgress", { sent: formatBytes(sentBytes), size: formatBytes(file.size) }),
    state === "uploading" && speed.bytesPerSecond !== null
      ? t("speed", { speed: formatBytes(speed.bytesPerSecond) })
      : null,
    left === null ? null : t("left", { time: formatWait(left) }),
    item.retries === 0 ? null : item.retries === 1 ? t("retriesOne") : t("retriesMany", { count: item.retries }),
    facts?.width && facts.height ? t("picture", { width: String(facts.width), height: String(facts.height) }) : null,
    facts?.durationSeconds ? formatDuration(facts.durationSeconds) : null,
    item.isWaitingForServer && state === "uploading" ? t("waitingForServer") : null,
    item.restarted && state !== "sent" ? t("restarted") : null,
  ];
  return (
    <Group gap="2px 16px">
      <StatusDot state={state} detail={parts.filter((part) => part !== null).join(" · ")}>
        {t(`state_${state}`)}
      </StatusDot>
      {video?.plays_upload ? (
        <Link to="/video/$videoId" params={{ videoId: String(video.id) }}>
          {t("watchAlready")}
        </Link>
      ) : null}
    </Group>
  );
}

/** What the file became, with its renditions as they get ready. */
export function VideoLine({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("uploads");
  return (
    <Group gap="2px 16px">
      <VideoStatus video={video} />
      {(video.playable || video.plays_upload) && video.status !== "complete" ? (
        <StatusDot state="playable">{t("playableNow")}</StatusDot>
      ) : null}
      <RungChips video={video} />
      {video.error === null ? null : <span className="problem">{video.error.message}</span>}
    </Group>
  );
}

const RUNG_STATES = {
  queued: "layout:status_in_queue",
  processing: "layout:status_processing",
  complete: "layout:status_complete",
  failed: "layout:status_failed",
  cancelled: "layout:status_cancelled",
} as const;

function RungChips({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["uploads", "layout"]);
  const rungs = video.renditions
    .filter(({ kind }) => kind === "video")
    .toSorted((a, b) => (a.height ?? 0) - (b.height ?? 0));
  if (rungs.length === 0) return null;
  return (
    <div role="group" className={styles["rungs"]} aria-label={t("rungs", { title: video.title })}>
      {rungs.map(({ id, label, state }) => (
        <span key={id} data-state={state} title={t("rung", { label, state: t(RUNG_STATES[state]) })}>
          <StatusDot state={state}>{label}</StatusDot>
        </span>
      ))}
    </div>
  );
}
