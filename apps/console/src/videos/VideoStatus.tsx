import type { VideoStatus as Status } from "@kinora/domain/videos/videos.ts";
import { formatWait } from "@kinora/ui/durations.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../platform/i18n.ts";
import type { Video } from "../platform/videos.ts";

type Described = Pick<Video, "status" | "progress" | "eta" | "queue_position" | "upload_progress">;

const percentText = (percent: number | null): string | null => (percent === null ? null : `${Math.floor(percent)}%`);

/** A video's status in words: what it is, and how far (percent and time left, or the place in the queue). */
export function useStatusWords(video: Described | null): { word: string; detail: string | null } | null {
  const { t } = useTranslation("layout");
  if (video === null) return null;
  const left = video.eta === null ? null : t("timeLeft", { time: formatWait(video.eta) });
  const place = video.queue_position === null ? null : t("queuePosition", { position: video.queue_position });
  const parts: Partial<Record<Status, (string | null)[]>> = {
    uploading: [percentText(video.upload_progress)],
    in_queue: [place, left],
    processing: [percentText(video.progress), left],
  };
  const detail = (parts[video.status] ?? []).filter((part) => part !== null).join(" · ");
  return { word: t(`status_${video.status}`), detail: detail === "" ? null : detail };
}

/** A video's state as a dot, its word and how far it is. */
export function VideoStatus({ video }: { video: Described }) {
  const words = useStatusWords(video);
  return (
    <StatusDot state={video.status} detail={words?.detail}>
      {words?.word}
    </StatusDot>
  );
}

/** Whether a finished video is shown to the public. */
export function PublishedStatus({ published }: { published: boolean }) {
  const { t } = useTranslation("layout");
  return (
    <StatusDot state={published ? "published" : "unpublished"}>
      {published ? t("published") : t("unpublished")}
    </StatusDot>
  );
}

/** Of a video that the operator took down. */
function TakenDownStatus() {
  const { t } = useTranslation("layout");
  return <StatusDot state="blocked">{t("takenDown")}</StatusDot>;
}

/** The one state of a video that matters: taken down, whether a finished one is public, how far any other is. */
export function VideoState({ video }: { video: Described & Pick<Video, "published" | "taken_down"> }) {
  if (video.taken_down) return <TakenDownStatus />;
  return video.status === "complete" ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />;
}
