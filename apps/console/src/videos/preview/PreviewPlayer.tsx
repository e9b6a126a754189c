import { embedQuery } from "@kinora/domain/playback/embed.ts";
import { bestImage } from "@kinora/domain/videos/videos.ts";
import { IconMovie, IconMovieOff } from "@tabler/icons-react";
import { useState, type RefObject } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { Developing } from "../posters/VideoPoster.tsx";
import { Remedies } from "../video/Remedies.tsx";
import styles from "../video/VideoPage.module.css";

/**
 * Plays the video as its embed does, in a frame of the edge's own origin. The address carries a short-lived token; the
 * first one stays in use so that playback does not start over when the page reads the video again.
 * @param options of the embed, as its address takes them; null where none are being chosen.
 */
export function PreviewPlayer({
  video,
  frame,
  options,
  startSeconds,
}: {
  video: VideoDetail;
  frame: RefObject<HTMLIFrameElement | null>;
  options: string | null;
  /** Where it begins; an embed's options say it themselves. */
  startSeconds: number;
}) {
  const { t } = useTranslation("videos");
  const plays = video.playable || video.plays_upload;
  const [address, setAddress] = useState(plays ? video.preview_url : null);
  if (address === null && plays) setAddress(video.preview_url);

  const query = options ?? embedQuery({ startSeconds });
  if (address !== null) {
    return (
      <iframe
        ref={frame}
        className="screen"
        src={query === "" ? address : `${address}&${query}`}
        title={t(options === null ? "preview" : "embedPreviewOf", { title: video.title })}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  const poster = bestImage(video.image_urls);
  const stopped = video.status === "failed" || video.status === "cancelled";
  return (
    <div className={`screen ${styles["waiting"]}`}>
      {poster === null ? null : <img src={poster} alt="" />}
      <Developing video={video} />
      {stopped ? (
        <div className={styles["failure"]}>
          <IconMovieOff size={24} stroke={1.6} aria-hidden="true" />
          <strong>{t("failedPlayable")}</strong>
          {video.error === null ? null : <span>{video.error.message}</span>}
          <Remedies video={video} />
        </div>
      ) : (
        <p>
          <IconMovie size={24} stroke={1.6} aria-hidden="true" />
          {t("notPlayable")}
        </p>
      )}
    </div>
  );
}
