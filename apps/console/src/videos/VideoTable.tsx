import { Checkbox } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Video } from "../platform/videos.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { VideoRow, type VideoRowProps } from "./VideoRow.tsx";
import styles from "./VideoTable.module.css";

interface VideoTableProps extends Pick<VideoRowProps, "canPublish" | "canDelete" | "onPublish" | "onDelete"> {
  videos: readonly Video[];
  label: string;
  /** The rows on their way are older than what was asked for. */
  stale: boolean;
  selected: ReadonlySet<number>;
  onSelected: (selected: ReadonlySet<number>) => void;
  onOpen: (id: number) => void;
}

/** A list of videos as rows; j and k move, x selects, e opens, p publishes. */
export function VideoTable({
  videos,
  label,
  stale,
  selected,
  onSelected,
  onOpen,
  canPublish,
  canDelete,
  onPublish,
  onDelete,
}: VideoTableProps) {
  const { t } = useTranslation("videos");
  const table = useRef<HTMLDivElement>(null);
  const select = (id: number, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    onSelected(next);
  };
  useRowKeys(table, {
    x: (id) => select(id, !selected.has(id)),
    e: onOpen,
    p(id) {
      const video = videos.find((candidate) => candidate.id === id);
      if (video && canPublish) onPublish(id, !video.published);
    },
  });
  const all = videos.length > 0 && videos.every(({ id }) => selected.has(id));
  return (
    <div className={styles["table"]} role="table" aria-label={label} ref={table} data-stale={stale}>
      <div className={styles["head"]} role="row">
        <div role="columnheader" className={styles["check"]}>
          <Checkbox
            size="xs"
            checked={all}
            indeterminate={!all && selected.size > 0}
            aria-label={t("selectAll")}
            onChange={() => onSelected(all ? new Set() : new Set(videos.map(({ id }) => id)))}
          />
        </div>
        <div role="columnheader">{t("columnTitle")}</div>
        <div role="columnheader" className={styles["status"]}>
          {t("columnStatus")}
        </div>
        <div role="columnheader" className={styles["wide"]}>
          {t("columnResolutions")}
        </div>
        <div role="columnheader" className={styles["number"]}>
          {t("columnSize")}
        </div>
        <div role="columnheader" className={styles["number"]}>
          {t("columnAdded")}
        </div>
        <div role="columnheader" className={styles["actions"]}>
          {t("columnPublished")}
        </div>
      </div>
      {videos.map((video) => (
        <VideoRow
          key={video.id}
          video={video}
          selected={selected.has(video.id)}
          canPublish={canPublish}
          canDelete={canDelete}
          onSelect={select}
          onPublish={onPublish}
          onDelete={onDelete}
        />
      ))}
    </div>
  );
}
