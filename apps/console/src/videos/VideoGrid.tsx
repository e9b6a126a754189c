import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Checkbox, Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { posterOf } from "../platform/posters.ts";
import { useRowKeys } from "./useRowKeys.ts";
import type { VideoTableProps } from "./VideoTable.tsx";
import styles from "./Library.module.css";
import table from "./VideoTable.module.css";

/** The same list as cards: a picture says more than a row. The same keys work. */
export function VideoGrid({
  videos,
  label,
  stale,
  selected,
  onSelected,
  onOpen,
  canPublish,
  onPublish,
}: VideoTableProps) {
  const { t } = useTranslation("videos");
  const grid = useRef<HTMLDivElement>(null);
  const select = (id: number, on: boolean) =>
    onSelected(on ? new Set([...selected, id]) : new Set([...selected].filter((each) => each !== id)));
  useRowKeys(grid, {
    x: (id) => select(id, !selected.has(id)),
    e: onOpen,
    p(id) {
      const video = videos.find((candidate) => candidate.id === id);
      if (video && canPublish) onPublish(id, !video.published);
    },
  });
  return (
    <div ref={grid} className={styles["grid"]} role="list" aria-label={label} data-stale={stale}>
      {videos.map((video) => (
        <div
          key={video.id}
          role="listitem"
          className={styles["card"]}
          data-row={video.id}
          data-selected={selected.has(video.id)}
        >
          <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} />
          <Link
            to="/video/$videoId"
            params={{ videoId: String(video.id) }}
            className={table["name"] ?? ""}
            preload="intent"
          >
            {video.title}
          </Link>
          <div className={styles["cardFoot"]}>
            <Checkbox
              size="xs"
              checked={selected.has(video.id)}
              aria-label={t("select", { title: video.title })}
              onChange={(event) => select(video.id, event.currentTarget.checked)}
            />
            {video.status === "complete" ? (
              <PublishedStatus published={video.published} />
            ) : (
              <VideoStatus video={video} />
            )}
            <Switch
              checked={video.published}
              disabled={!canPublish}
              aria-label={t("publishSwitch", { title: video.title })}
              onChange={(event) => onPublish(video.id, event.currentTarget.checked)}
            />
          </div>
        </div>
      ))}
    </div>
  );
}
