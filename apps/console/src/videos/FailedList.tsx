import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelectedRows } from "../layout/useSelectedRows.ts";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import type { Video } from "../platform/videos.ts";
import type { Matching } from "./BulkBar.tsx";
import { BulkBarLater } from "./BulkBarLater.tsx";
import type { LibrarySearch } from "./libraryView.ts";
import { useDeleteVideo } from "./useDeleteVideo.ts";
import { usePeek, type Peek } from "./usePeek.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { useTranscoding } from "./useTranscoding.ts";
import { VideoName } from "./VideoRow.tsx";
import styles from "./FailedList.module.css";
import rows from "./VideoTable.module.css";

const TaskDialog = lazyPart(async () => (await import("./RowTaskDialog.tsx")).RowTaskDialog, {
  video: async () => (await import("./detailTexts.ts")).videoTexts,
});

interface FailedListProps {
  projectId: number;
  videos: readonly Video[];
  label: string;
  stale: boolean;
  place: LibrarySearch;
  peek: Peek;
  matching: Matching | null;
}

/** Videos that failed, each with the reason and what can be done about it. */
export function FailedList({ projectId, videos, label, stale, place, peek, matching }: FailedListProps) {
  const { t } = useTranslation(["videos", "library"]);
  const { selected, setSelected } = useSelectedRows(videos);
  const [replaced, setReplaced] = useState<number | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const tick = (id: number, on: boolean) =>
    setSelected(on ? new Set([...selected, id]) : new Set([...selected].filter((each) => each !== id)));
  useRowKeys(table, { x: (id) => tick(id, !selected.has(id)) });
  usePeek(table, peek);
  const all = videos.every(({ id }) => selected.has(id));
  return (
    <>
      <BulkBarLater
        projectId={projectId}
        selected={selected}
        matching={matching}
        actions={["delete"]}
        onClear={() => setSelected(new Set())}
      />
      <div
        ref={table}
        className={`${rows["table"]} ${styles["failed"]}`}
        role="table"
        aria-label={label}
        data-kind="failed"
        data-stale={stale}
      >
        <div className={`${rows["head"]} ${styles["head"]}`} role="row">
          <div role="columnheader" className={rows["check"]}>
            <Checkbox
              size="xs"
              checked={all}
              indeterminate={!all && selected.size > 0}
              aria-label={t("selectAll")}
              onChange={() => setSelected(all ? new Set() : new Set(videos.map(({ id }) => id)))}
            />
          </div>
          <div role="columnheader">{t("columnTitle")}</div>
          <div role="columnheader" className={styles["reason"]}>
            {t("columnReason")}
          </div>
          <div role="columnheader" className={rows["number"]}>
            {t("columnAdded")}
          </div>
          <div role="columnheader" className={styles["actions"]}>
            {t("columnActions")}
          </div>
        </div>
        {videos.map((video) => (
          <div
            key={video.id}
            className={`${rows["row"]} ${styles["row"]}`}
            role="row"
            data-row={video.id}
            data-selected={selected.has(video.id)}
            data-peeked={peek.id === video.id}
          >
            <div role="cell" className={rows["check"]}>
              <Checkbox
                size="xs"
                checked={selected.has(video.id)}
                aria-label={t("select", { title: video.title })}
                onChange={(event) => tick(video.id, event.currentTarget.checked)}
              />
            </div>
            <div role="cell" className={rows["title"]}>
              <VideoName video={video} place={place} />
            </div>
            <div role="cell" className={styles["reason"]}>
              <p className={rows["error"]}>{video.error?.message ?? t("reasonUnknown")}</p>
            </div>
            <div role="cell" className={rows["number"]}>
              <time dateTime={video.created_at} title={formatMoment(video.created_at)}>
                {formatAgo(video.created_at)}
              </time>
            </div>
            <div role="cell" className={styles["actions"]}>
              <Remedies video={video} onReplace={() => setReplaced(video.id)} />
            </div>
          </div>
        ))}
      </div>
      {replaced === null ? null : (
        <Suspense fallback={null}>
          <TaskDialog task="replace" id={replaced} onClose={() => setReplaced(null)} />
        </Suspense>
      )}
    </>
  );
}

/** What a person may do about a failed video: try again where that can help, send another file, delete it. */
function Remedies({ video, onReplace }: { video: Video; onReplace: () => void }) {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: transcode, isPending } = useTranscoding();
  const deleteVideo = useDeleteVideo();
  const { id, title, error } = video;
  return (
    <>
      {(permissions.video_edit || permissions.video_add) && error?.retryable !== false ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={isPending}
          aria-label={t("retryOf", { title })}
          onClick={() => transcode({ action: "retry", id })}
        >
          {t("retry")}
        </Button>
      ) : null}
      {permissions.video_replace && permissions.video_add ? (
        <Button size="compact-sm" variant="default" aria-label={t("replaceFileOf", { title })} onClick={onReplace}>
          {t("library:replaceFile")}
        </Button>
      ) : null}
      {permissions.video_delete ? (
        <ActionIcon aria-label={t("deleteOf", { title })} title={t("delete")} onClick={() => void deleteVideo(video)}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      ) : null}
    </>
  );
}
