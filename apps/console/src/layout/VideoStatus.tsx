import type { VideoStatus as Status } from "@kinora/domain/videos.ts";
import { formatWait } from "@kinora/ui/durations.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Video } from "../platform/videos.ts";

const TONES: Record<Status, StatusTone> = {
  uploading: "processing",
  receiving: "processing",
  in_queue: "unpublished",
  processing: "processing",
  complete: "published",
  failed: "failed",
  cancelled: "unpublished",
};

type Described = Pick<Video, "status" | "progress" | "eta" | "queue_position" | "upload_progress">;

/** What stands behind the status: percent and time left, or the place in the queue. */
export function statusDetail(t: TFunction<"layout">, video: Described): string | null {
  switch (video.status) {
    case "uploading":
      return video.upload_progress === null ? null : `${Math.floor(video.upload_progress)} %`;
    case "in_queue": {
      const place = video.queue_position === null ? null : t("queuePosition", { position: video.queue_position });
      return [place, leftText(t, video.eta)].filter((text) => text !== null).join(" · ") || null;
    }
    case "processing": {
      const percent = video.progress === null ? null : `${Math.floor(video.progress)} %`;
      return [percent, leftText(t, video.eta)].filter((text) => text !== null).join(" · ") || null;
    }
    default:
      return null;
  }
}

const leftText = (t: TFunction<"layout">, eta: number | null) => (eta === null ? null : t("timeLeft", { time: formatWait(eta) }));

/** A video's state as a dot, its word and how far it is. */
export function VideoStatus({ video }: { video: Described }) {
  const { t } = useTranslation("layout");
  return (
    <StatusDot tone={TONES[video.status]} detail={statusDetail(t, video)}>
      {t(`status_${video.status}`)}
    </StatusDot>
  );
}

/** Whether a finished video is shown to the public. */
export function PublishedStatus({ published }: { published: boolean }) {
  const { t } = useTranslation("layout");
  return <StatusDot tone={published ? "published" : "unpublished"}>{published ? t("published") : t("unpublished")}</StatusDot>;
}
