import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "react-i18next";
import type { Video } from "../platform/videos.ts";
import type { Column } from "./columns.ts";
import styles from "./VideoTable.module.css";

/** One of the columns people choose, for one video. */
export function VideoCell({ column, video }: { column: Column; video: Video }) {
  const { t } = useTranslation("library");
  switch (column) {
    case "resolutions":
      return <Words text={video.resolutions.join(" ")} />;
    case "duration":
      return <Figure text={video.duration_seconds === null ? "" : formatDuration(video.duration_seconds)} />;
    case "category":
      return <Words text={video.category?.name ?? ""} />;
    case "tags":
      return <Words text={video.tags.map(({ name }) => name).join(", ")} />;
    case "uploader":
      return <Words text={video.user ? `${video.user.first_name} ${video.user.last_name}`.trim() : ""} />;
    case "description":
      return <Words text={video.description} />;
    case "file":
      return <Words text={video.file_name} />;
    case "source":
      return <Words text={video.facts?.source ? t(`source_${video.facts.source}`) : ""} />;
    case "codec":
      return <Words text={video.facts?.codec ?? ""} />;
    case "fps":
      return <Figure text={video.facts?.frame_rate ? formatNumber(video.facts.frame_rate) : ""} />;
    case "size":
      return <Figure text={formatBytes(video.size_bytes)} />;
    case "published":
      return <Moment at={video.published ? video.published_at : null} />;
    case "updated":
      return <Moment at={video.updated_at} />;
    case "added":
      return <Moment at={video.created_at} />;
  }
}

function Words({ text }: { text: string }) {
  return (
    <div role="cell" className={styles["wide"]} title={text}>
      {text}
    </div>
  );
}

const Figure = ({ text }: { text: string }) => (
  <div role="cell" className={styles["number"]}>
    {text}
  </div>
);

function Moment({ at }: { at: string | null }) {
  return (
    <div role="cell" className={styles["number"]}>
      {at === null ? null : (
        <time dateTime={at} title={formatMoment(at)}>
          {formatAgo(at)}
        </time>
      )}
    </div>
  );
}
