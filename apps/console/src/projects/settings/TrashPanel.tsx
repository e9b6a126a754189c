import { formatBytes } from "@kinora/ui/bytes.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { trashKey, trashQuery } from "../queries.ts";
import styles from "../Settings.module.css";

/** Deleted videos that can still be taken back. */
export function TrashPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const trash = useQuery(trashQuery(projectId));
  const restore = useAction((videoId: number) => api.trash.restoreVideo({ project_id: projectId, video_id: videoId }), {
    changes: [trashKey(projectId), ["videos"]],
  });
  if (!trash.data) return null;
  return (
    <SettingGroup title={t("trash")}>
      {trash.data.length === 0 ? (
        <Text py="md" c="dimmed">
          {t("trashEmpty")}
        </Text>
      ) : (
        <ul className={styles["list"]}>
          {trash.data.map((video) => (
            <li key={video.id}>
              <span className={`${styles["grow"]} truncate`} dir="auto">
                {video.title}
              </span>
              <span className="muted">{formatBytes(video.size_bytes)}</span>
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
    </SettingGroup>
  );
}
