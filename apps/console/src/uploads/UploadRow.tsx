import { VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatWait } from "@kinora/ui/durations.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon, Button, Progress, TextInput } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { VideoStatus } from "../layout/VideoStatus.tsx";
import { posterOf } from "../platform/posters.ts";
import type { VideoDetail } from "../platform/videos.ts";
import type { UploadItem } from "./queue.ts";
import { secondsLeft } from "./speed.ts";
import { uploads } from "./uploads.ts";
import { useSaveTitle } from "./useSaveTitle.ts";
import { useUploadedVideo } from "./useUploadedVideo.ts";
import styles from "./Upload.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

/** One file: while its bytes travel, and then its video until it is complete. */
export function UploadRow({ item }: { item: UploadItem }) {
  const video = useUploadedVideo(item);
  return (
    <li className={styles["row"]} data-state={item.state}>
      <Thumb {...posterOf(video?.image_urls ?? {})} durationSeconds={video?.duration_seconds ?? null} />
      <div className={styles["words"]}>
        <TitleField item={item} />
        {item.state === "sent" && video ? <VideoLine video={video} /> : <TransferLine item={item} />}
      </div>
      <div className={styles["bar"]}>
        {item.state === "sent" && video ? (
          <Progress
            value={video.status === "complete" ? 100 : (video.progress ?? 0)}
            color={video.status === "complete" ? "teal" : "cobalt"}
            aria-label={item.title}
          />
        ) : (
          <Progress
            value={(item.sentBytes / item.file.size) * 100}
            color={item.state === "failed" ? "red" : item.state === "uploading" ? "cobalt" : "gray"}
            aria-label={item.title}
          />
        )}
      </div>
      <div className={styles["actions"]}>
        <RowActions item={item} />
      </div>
    </li>
  );
}

/** Editable while nothing speaks against it; leaving the field or Enter saves. */
function TitleField({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const save = useSaveTitle(item);
  return (
    <TextInput
      variant="unstyled"
      className={styles["title"] ?? ""}
      aria-label={t("editTitle", { file: item.file.name })}
      maxLength={VIDEO_TITLE_MAX}
      value={item.title}
      readOnly={!save.possible}
      onChange={(event) => uploads.setTitle(item.key, event.currentTarget.value)}
      onBlur={save.now}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function TransferLine({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const { state, speed, sentBytes, file } = item;
  if (state === "failed") return <p className={styles["error"]}>{item.error ?? t("failed")}</p>;
  const left = state === "uploading" ? secondsLeft(speed.bytesPerSecond, sentBytes, file.size) : null;
  const parts = [
    t("sizeProgress", { sent: formatBytes(sentBytes), size: formatBytes(file.size) }),
    state === "uploading" && speed.bytesPerSecond !== null
      ? t("speed", { speed: formatBytes(speed.bytesPerSecond) })
      : null,
    left === null ? null : t("left", { time: formatWait(left) }),
    item.restarted && state !== "sent" ? t("restarted") : null,
  ];
  return (
    <StatusDot
      tone={state === "uploading" || state === "sent" ? "processing" : "unpublished"}
      detail={parts.filter((part) => part !== null).join(" · ")}
    >
      {t(`state_${state}`)}
    </StatusDot>
  );
}

function VideoLine({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("uploads");
  return (
    <div className={styles["line"]}>
      <VideoStatus video={video} />
      {video.playable && video.status !== "complete" ? (
        <StatusDot tone="published">{t("playableNow")}</StatusDot>
      ) : null}
      {video.error === null ? null : <span className={styles["error"]}>{video.error.message}</span>}
    </div>
  );
}

function RowActions({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const { key, title, state, videoId } = item;
  const ends = state === "sent" || state === "cancelled";
  return (
    <>
      {state === "sent" && videoId !== null ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("openVideo", { title })}
          renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(videoId) }} {...props} />}
        >
          {t("open")}
        </Button>
      ) : null}
      {state === "uploading" || state === "waiting" ? (
        <Action label={t("pause", { title })} onClick={() => uploads.pause(key)}>
          <IconPlayerPause {...icon} />
        </Action>
      ) : null}
      {state === "paused" ? (
        <Action label={t("resume", { title })} onClick={() => uploads.resume(key)}>
          <IconPlayerPlay {...icon} />
        </Action>
      ) : null}
      {state === "failed" ? (
        <Action label={t("retry", { title })} onClick={() => uploads.resume(key)}>
          <IconRefresh {...icon} />
        </Action>
      ) : null}
      <Action
        label={ends ? t("remove", { title }) : t("cancel", { title })}
        onClick={() => (ends ? uploads.remove(key) : uploads.cancel(key))}
      >
        <IconX {...icon} />
      </Action>
    </>
  );
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
