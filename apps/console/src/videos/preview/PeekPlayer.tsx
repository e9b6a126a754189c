import { embedQuery } from "@kinora/domain/playback/embed.ts";
import { bestImage } from "@kinora/domain/videos/videos.ts";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import styles from "./PeekFrame.module.css";

/**
 * The poster; the player takes its place when someone wants to watch, so that walking through a list loads none. It is
 * the embed itself, by a pass that also plays what is not published.
 */
export function PeekPlayer({
  video,
  startAt,
}: {
  video: VideoDetail;
  /** Seconds it starts to play at; null where it waits. */
  startAt: number | null;
}) {
  const { t } = useTranslation(["library", "videos"]);
  const plays = video.playable || video.plays_upload;
  const [address, setAddress] = useState<string | null>(() =>
    startAt === null || !plays ? null : `${video.preview_url}&${embedQuery({ startSeconds: startAt, autoplay: true })}`,
  );
  const poster = bestImage(video.image_urls);
  if (address !== null) {
    return (
      <iframe
        className={`screen ${styles["player"]}`}
        src={address}
        title={t("videos:preview", { title: video.title })}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  const picture = poster === null ? null : <img src={poster} alt="" />;
  if (!plays) {
    const stopped = video.status === "failed" || video.status === "cancelled";
    return (
      <div className={`screen ${styles["player"]}`} data-waiting>
        {picture}
        <p>{stopped ? t("videos:failedPlayable") : t("videos:notPlayable")}</p>
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`screen ${styles["player"]}`}
      aria-label={t("play", { title: video.title })}
      onClick={() => setAddress(video.preview_url)}
    >
      {picture}
      <span className={styles["sign"]} aria-hidden="true">
        <IconPlayerPlayFilled size={22} />
      </span>
    </button>
  );
}
