import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Checkbox, Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { posterOf } from "../platform/posters.ts";
import type { Video } from "../platform/videos.ts";
import type { RowActions } from "./VideoRow.tsx";
import { useVideoKeys, type VideoTableProps } from "./VideoTable.tsx";
import styles from "./Library.module.css";
import table from "./VideoTable.module.css";

/** The same list as cards: a picture says more than a row. The same keys work. */
export function VideoGrid(props: VideoTableProps) {
  const { videos, label, stale, selected, peek, actions } = props;
  const grid = useVideoKeys(props);
  return (
    <div ref={grid} className={styles["grid"]} role="list" aria-label={label} data-stale={stale}>
      {videos.map((video) => (
        <VideoCard
          key={video.id}
          video={video}
          selected={selected.has(video.id)}
          peeked={peek.id === video.id}
          {...actions}
        />
      ))}
    </div>
  );
}

const VideoCard = memo(function VideoCard({
  video,
  selected,
  peeked,
  canPublish,
  place,
  onSelect,
  onPublish,
}: RowActions & { video: Video; selected: boolean; peeked: boolean }) {
  const { t } = useTranslation("videos");
  const { id, title } = video;
  return (
    <div role="listitem" className={styles["card"]} data-row={id} data-selected={selected} data-peeked={peeked}>
      <span className={styles["poster"]} data-preview={video.storyboard_url ?? undefined}>
        <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} size="fill" />
      </span>
      <Link
        to="/video/$videoId"
        params={{ videoId: String(id) }}
        search={place}
        className={table["name"] ?? ""}
        preload="intent"
      >
        {title}
      </Link>
      <div className={styles["cardFoot"]}>
        <Checkbox
          size="xs"
          checked={selected}
          aria-label={t("select", { title })}
          onChange={(event) => onSelect(id, event.currentTarget.checked)}
        />
        {video.status === "complete" ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />}
        <Switch
          checked={video.published}
          disabled={!canPublish}
          aria-label={t("publishSwitch", { title })}
          title={canPublish ? undefined : t("needsPublish")}
          onChange={(event) => onPublish(id, event.currentTarget.checked)}
        />
      </div>
    </div>
  );
});
