import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { trashKey, trashQuery } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./Settings.module.css";

/** Deleted videos that can still be taken back. */
export function TrashPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const trash = useQuery(trashQuery(projectId));
  const restore = useSettingsCall({
    call: (videoId: number) => api.trash.restoreVideo({ project_id: projectId, video_id: videoId }),
    changes: [trashKey(projectId), ["videos"]],
  });
  if (!trash.data) return null;
  return (
    <Panel title={t("trash")} flush={trash.data.length > 0}>
      {trash.data.length === 0 ? (
        <span className="muted">{t("trashEmpty")}</span>
      ) : (
        <ul className={styles["list"]}>
          {trash.data.map((video) => (
            <li key={video.id}>
              <span className={`${styles["grow"]} truncate`}>{video.title}</span>
              <span className="muted tabular">{formatBytes(video.size_bytes)}</span>
              <time className="muted" dateTime={video.purge_at} title={formatMoment(video.purge_at)}>
                {t("trashGoes", { when: formatAgo(video.purge_at) })}
              </time>
              <Button
                variant="default"
                size="xs"
                aria-label={t("restoreVideo", { title: video.title })}
                loading={restore.isPending && restore.variables === video.id}
                onClick={() => restore.mutate(video.id)}
              >
                {t("restore")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
