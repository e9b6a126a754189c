import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon, Checkbox, Menu, Switch, Tooltip } from "@mantine/core";
import { IconCopy, IconDots, IconExternalLink, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { copyText } from "../platform/clipboard.ts";
import { posterOf } from "../platform/posters.ts";
import type { Video } from "../platform/videos.ts";
import { EmbedMenu } from "./EmbedMenu.tsx";
import styles from "./VideoTable.module.css";

export interface VideoRowProps {
  video: Video;
  selected: boolean;
  /** The columns people see beside title and status. */
  columns: readonly string[];
  canPublish: boolean;
  canDelete: boolean;
  onSelect: (id: number, selected: boolean) => void;
  onPublish: (id: number, published: boolean) => void;
  onDelete: (id: number) => void;
}

/** One finished or recent video: what it is, whether it is public, and what can be done with it. */
export const VideoRow = memo(function VideoRow({
  video,
  selected,
  columns,
  canPublish,
  canDelete,
  onSelect,
  onPublish,
  onDelete,
}: VideoRowProps) {
  const { t } = useTranslation("videos");
  const { id, title, hash } = video;
  const complete = video.status === "complete";
  return (
    <div className={styles["row"]} role="row" data-row={id} data-selected={selected}>
      <div role="cell" className={styles["check"]}>
        <Checkbox
          size="xs"
          checked={selected}
          aria-label={t("select", { title })}
          onChange={(event) => onSelect(id, event.currentTarget.checked)}
        />
      </div>
      <div role="cell" className={styles["title"]}>
        <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} />
        <div className={styles["names"]}>
          <Link to="/video/$videoId" params={{ videoId: String(id) }} className={styles["name"] ?? ""} preload="intent">
            {title}
          </Link>
          <span className={styles["hash"]}>{hash}</span>
        </div>
      </div>
      <div role="cell" className={styles["status"]}>
        {complete ? <PublishedStatus published={video.published} /> : <VideoStatus video={video} />}
      </div>
      {columns.includes("resolutions") ? <Words text={video.resolutions.join(" ")} /> : null}
      {columns.includes("duration") ? (
        <div role="cell" className={styles["number"]}>
          {video.duration_seconds === null ? "" : formatDuration(video.duration_seconds)}
        </div>
      ) : null}
      {columns.includes("category") ? <Words text={video.category?.name ?? ""} /> : null}
      {columns.includes("tags") ? <Words text={video.tags.map(({ name }) => name).join(", ")} /> : null}
      {columns.includes("uploader") ? (
        <Words text={video.user ? `${video.user.first_name} ${video.user.last_name}`.trim() : ""} />
      ) : null}
      {columns.includes("size") ? (
        <div role="cell" className={styles["number"]}>
          {formatBytes(video.size_bytes)}
        </div>
      ) : null}
      {columns.includes("added") ? (
        <div role="cell" className={styles["number"]}>
          <time dateTime={video.created_at} title={formatMoment(video.created_at)}>
            {formatAgo(video.created_at)}
          </time>
        </div>
      ) : null}
      <div role="cell" className={styles["actions"]}>
        <Tooltip label={t("needsPublish")} disabled={canPublish}>
          <span>
            <Switch
              checked={video.published}
              disabled={!canPublish}
              aria-label={t("publishSwitch", { title })}
              onChange={(event) => onPublish(id, event.currentTarget.checked)}
            />
          </span>
        </Tooltip>
        <EmbedMenu video={video} />
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label={t("actionsOf", { title })}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconExternalLink size={16} stroke={1.6} />}
              renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(id) }} {...props} />}
            >
              {t("open")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCopy size={16} stroke={1.6} />}
              onClick={() => void copyText(t("videoId"), hash)}
            >
              {t("copyId")}
            </Menu.Item>
            {canDelete ? (
              <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => onDelete(id)}>
                {t("delete")}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
});

function Words({ text }: { text: string }) {
  return (
    <div role="cell" className={styles["wide"]} title={text}>
      {text}
    </div>
  );
}
