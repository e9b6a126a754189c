import { DISK_WATERMARKS, type DiskState } from "@kinora/domain/operations/disk.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Progress, Text } from "@mantine/core";
import { useTranslation } from "../../../platform/i18n.ts";
import type { StorageState } from "./system-queries.ts";
import styles from "./System.module.css";

const MARKS = {
  enough: "healthy",
  warning: "warning",
  uploads_refused: "failed",
  recordings_stopped: "failed",
} as const;
const COLORS: Record<DiskState, string> = {
  enough: "cobalt",
  warning: "var(--kinora-processing)",
  uploads_refused: "var(--kinora-failed)",
  recordings_stopped: "var(--kinora-failed)",
};

/** How full each disk of the data folder is, and what follows from it. */
export function DiskList({ storage: { host, disks, bucket } }: { storage: StorageState }) {
  const { t } = useTranslation("system");
  return (
    <Panel title={t("disks", { host })}>
      <ul className={styles["disks"]} aria-label={t("disks", { host })}>
        {disks.map(({ folders, free_bytes: free, total_bytes: total, used_percent: percent, state }) => {
          const name = folders.map((folder) => t(`folder_${folder.name}`)).join(", ");
          return (
            <li key={folders[0]?.path}>
              <div className={styles["line"]}>
                <strong>{name}</strong>
                <span>{t("diskUsed", { percent, free: formatBytes(free), total: formatBytes(total) })}</span>
              </div>
              <Progress value={percent} color={COLORS[state]} aria-label={t("diskOf", { name })} />
              <div className={styles["line"]}>
                <StatusDot state={MARKS[state]}>{t(`disk_${state}`)}</StatusDot>
                <span className="muted">{folders[0]?.path}</span>
              </div>
            </li>
          );
        })}
      </ul>
      {bucket === null ? null : (
        <Text mt={4} mb="xs" c="dimmed">
          {t("bucket", { bucket })}
        </Text>
      )}
      <Text mt={4} mb="xs" c="dimmed">
        {t("watermarks", {
          warning: DISK_WATERMARKS.warning,
          uploads: DISK_WATERMARKS.uploads_refused,
          recordings: DISK_WATERMARKS.recordings_stopped,
        })}
      </Text>
    </Panel>
  );
}
