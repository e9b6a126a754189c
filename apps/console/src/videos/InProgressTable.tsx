import { canCancel, canRetry } from "@kinora/domain/videos.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { ActionIcon, Progress, VisuallyHidden } from "@mantine/core";
import { IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { VideoStatus } from "../layout/VideoStatus.tsx";
import type { Video } from "../platform/videos.ts";
import type { LibrarySearch } from "./libraryView.ts";
import { useMovingPreviews } from "./useMovingPreviews.ts";
import { usePeek, type Peek } from "./usePeek.ts";
import { useRowKeys } from "./useRowKeys.ts";
import type { TranscodingAction } from "./useTranscoding.ts";
import { VideoName } from "./VideoRow.tsx";
import styles from "./VideoTable.module.css";

interface InProgressProps {
  videos: readonly Video[];
  label: string;
  canEdit: boolean;
  canDelete: boolean;
  stale: boolean;
  place: LibrarySearch;
  peek: Peek;
  onTranscoding: (action: TranscodingAction, id: number) => void;
  onDelete: (video: Pick<Video, "id" | "title">) => void;
}

/** Videos on their way: how far each is, how long it will take, and what went wrong with those that stopped. */
export function InProgressTable({ videos, label, stale, peek, ...actions }: InProgressProps) {
  const { t } = useTranslation("videos");
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, {});
  usePeek(table, peek);
  useMovingPreviews(table);
  return (
    <div
      ref={table}
      className={styles["table"]}
      role="table"
      aria-label={label}
      data-kind="progress"
      data-stale={stale}
    >
      <div className={styles["head"]} role="row">
        <div role="columnheader">{t("columnTitle")}</div>
        <div role="columnheader">{t("columnProgress")}</div>
        <div role="columnheader" className={styles["wide"]}>
          {t("columnUploader")}
        </div>
        <div role="columnheader" className={styles["number"]}>
          {t("columnAdded")}
        </div>
        <div role="columnheader">
          <VisuallyHidden>{t("columnStatus")}</VisuallyHidden>
        </div>
      </div>
      {videos.map((video) => (
        <InProgressRow key={video.id} video={video} peeked={peek.id === video.id} {...actions} />
      ))}
    </div>
  );
}

const percentOf = (video: Video) => (video.status === "uploading" ? video.upload_progress : video.progress) ?? 0;

function InProgressRow({
  video,
  peeked,
  place,
  canEdit,
  canDelete,
  onTranscoding,
  onDelete,
}: { video: Video; peeked: boolean } & Omit<InProgressProps, "videos" | "label" | "stale" | "peek">) {
  const { t } = useTranslation("videos");
  const { id, status } = video;
  const user = (video.user && `${video.user.first_name} ${video.user.last_name}`.trim()) || t("unknownUser");
  return (
    <div className={styles["row"]} role="row" data-row={id} data-peeked={peeked}>
      <div role="cell" className={styles["title"]}>
        <VideoName video={video} place={place} />
      </div>
      <div role="cell" className={styles["progress"]}>
        <VideoStatus video={video} />
        {video.error !== null ? (
          <p className={styles["error"]}>{video.error.message}</p>
        ) : canCancel(status) ? (
          <Progress value={percentOf(video)} aria-label={t("columnProgress")} />
        ) : null}
      </div>
      <div role="cell" className={styles["wide"]}>
        {user}
      </div>
      <div role="cell" className={styles["number"]}>
        <time dateTime={video.created_at} title={formatMoment(video.created_at)}>
          {formatAgo(video.created_at)}
        </time>
      </div>
      <div role="cell" className={styles["actions"]}>
        {canEdit && canRetry(status) && video.error?.retryable !== false ? (
          <RowAction label={t("retry")} onClick={() => onTranscoding("retry", id)}>
            <IconRefresh size={16} stroke={1.6} />
          </RowAction>
        ) : null}
        {canEdit && canCancel(status) ? (
          <RowAction label={t("cancelConversion")} onClick={() => onTranscoding("cancel", id)}>
            <IconPlayerStop size={16} stroke={1.6} />
          </RowAction>
        ) : null}
        {canDelete && !canCancel(status) ? (
          <RowAction label={t("delete")} onClick={() => onDelete(video)}>
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        ) : null}
      </div>
    </div>
  );
}

function RowAction({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
