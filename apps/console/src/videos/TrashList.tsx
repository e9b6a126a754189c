import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { Button, Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSelectedRows } from "../layout/useSelectedRows.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { posterOf } from "../platform/posters.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import type { Video } from "../platform/videos.ts";
import type { Matching } from "./BulkBar.tsx";
import { BulkBarLater } from "./BulkBarLater.tsx";
import styles from "./Library.module.css";
import table from "./VideoTable.module.css";

/** Deleted videos, each with the moment it goes for good; they can be taken back or deleted at once. */
export function TrashList({
  projectId,
  videos,
  matching,
}: {
  projectId: number;
  videos: readonly Video[];
  matching: Matching | null;
}) {
  const { t } = useTranslation(["library", "videos", "layout"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const { selected, setSelected } = useSelectedRows(videos);
  const act = async (call: () => Promise<{ message: string }>) => {
    try {
      toastSuccess((await call()).message);
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("layout:error"));
    } finally {
      await client.invalidateQueries({ queryKey: ["videos"] });
    }
  };
  const purge = async ({ id: videoId, title }: Video) => {
    const names = { item: t("videos:item"), action: t("videos:deleteAction") };
    const yes = await confirm({
      title: t("purgeTitle"),
      text: `${t("layout:confirmPermanently", names)} ${t("videos:quoted", { title })}`,
      yes: t("purge"),
      danger: true,
    });
    if (yes) await act(() => api.trash.purgeVideo({ project_id: projectId, video_id: videoId }));
  };
  const tick = (id: number, on: boolean) =>
    setSelected(on ? new Set([...selected, id]) : new Set([...selected].filter((each) => each !== id)));
  return (
    <>
      <BulkBarLater
        projectId={projectId}
        selected={selected}
        matching={matching}
        actions={["restore", "purge"]}
        onClear={() => setSelected(new Set())}
      />
      <div className={table["table"]} role="table" aria-label={t("trash")}>
        {videos.map((video) => (
          <div key={video.id} role="row" className={styles["trashRow"]} data-row={video.id}>
            <div role="cell">
              <Checkbox
                size="xs"
                checked={selected.has(video.id)}
                aria-label={t("videos:select", { title: video.title })}
                onChange={(event) => tick(video.id, event.currentTarget.checked)}
              />
            </div>
            <div role="cell" className={table["title"]}>
              <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} />
              <div className={table["names"]}>
                <span className={table["name"]}>{video.title}</span>
                <span className={table["hash"]}>{video.hash}</span>
              </div>
            </div>
            <div role="cell" className={table["number"]}>
              {formatBytes(video.size_bytes)}
            </div>
            <Moment label={t("deletedColumn")} moment={video.deleted_at} />
            <Moment label={t("goesColumn")} moment={video.purge_at} />
            <div role="cell" className={styles["trashActions"]}>
              {permissions.video_delete ? (
                <>
                  <Button
                    variant="default"
                    aria-label={t("restoreOf", { title: video.title })}
                    onClick={() =>
                      void act(() => api.trash.restoreVideo({ project_id: projectId, video_id: video.id }))
                    }
                  >
                    {t("restore")}
                  </Button>
                  <Button
                    variant="default"
                    c="var(--kinora-failed)"
                    aria-label={t("purgeOf", { title: video.title })}
                    onClick={() => void purge(video)}
                  >
                    {t("purge")}
                  </Button>
                </>
              ) : null}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function Moment({ label, moment }: { label: string; moment: string | undefined }) {
  return (
    <div role="cell" className={table["number"]}>
      {moment ? (
        <time dateTime={moment} title={`${label}: ${formatMoment(moment)}`}>
          {label} {formatAgo(moment)}
        </time>
      ) : null}
    </div>
  );
}
