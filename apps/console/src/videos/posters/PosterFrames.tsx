import { formatDuration } from "@kinora/ui/durations.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { pictureAt, storyboardQuery, type StoryboardPicture } from "./use-storyboard.ts";
import styles from "./Poster.module.css";

interface PosterFramesProps {
  video: VideoDetail;
  disabled: boolean;
  /** The moment that was chosen last, in seconds. */
  chosen: number | null;
  onChoose: (seconds: number) => void;
}

/** Frames at even times to choose a poster from; each is shown by the time bar's small pictures. */
export function PosterFrames({ video, disabled, chosen, onChoose }: PosterFramesProps) {
  const { t } = useTranslation("video");
  const { data: pictures = [] } = useQuery(storyboardQuery(video.poster.storyboard_url));
  if (video.poster.moments.length === 0) return <p className="note">{t("framesLater")}</p>;
  return (
    <div className={styles["frames"]}>
      {video.poster.moments.map((seconds) => {
        const time = formatDuration(seconds);
        return (
          <button
            key={seconds}
            type="button"
            className={styles["frame"]}
            disabled={disabled}
            aria-pressed={seconds === chosen}
            aria-label={t("posterFrame", { time })}
            onClick={() => onChoose(seconds)}
          >
            <Picture picture={pictureAt(pictures, seconds)} />
            <span className={styles["time"]}>{time}</span>
          </button>
        );
      })}
    </div>
  );
}

/** One picture cut from its sheet, as wide as its place. */
function Picture({ picture }: { picture: StoryboardPicture | null }) {
  if (!picture) return <span className={styles["cut"]} />;
  const { x, y, width, height, sheet } = picture;
  return (
    <svg
      className={styles["cut"]}
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <image href={sheet} x={0} y={0} width={width * 5} preserveAspectRatio="xMinYMin" />
    </svg>
  );
}
