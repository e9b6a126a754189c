import { formatBytes } from "@kinora/ui/bytes.ts";
import { Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "./use-viewer.ts";
import styles from "./StorageBar.module.css";

/** From here on the bar warns, in percent. */
const NEARLY_FULL = 80;

/** How much of the account's storage is used; without a limit of its own, how much of the disk. */
export function StorageBar() {
  const { t } = useTranslation("layout");
  const { owner } = useViewer();
  const upload = useStore(session, (value) => value.config?.upload ?? null);
  if (upload === null) return null;
  const { used_bytes: used, limit_bytes: limit, disk_bytes: disk } = upload;
  const whole = limit ?? disk;
  const percent = whole === null || whole === 0 ? 0 : Math.min(100, (used / whole) * 100);
  const text =
    whole === null
      ? formatBytes(used)
      : t(limit === null ? "storageOfDisk" : "storageOf", { used: formatBytes(used), limit: formatBytes(whole) });
  return (
    <div className={styles["storage"]}>
      <div className={styles["line"]}>
        <span className="muted">{t("storage")}</span>
        {owner ? (
          <Link to="/account/statistics" className={styles["usage"] ?? ""}>
            {t("viewUsage")}
          </Link>
        ) : null}
      </div>
      {whole === null ? null : (
        <Progress
          value={percent}
          color={percent >= 95 ? "red" : percent >= NEARLY_FULL ? "var(--kinora-processing)" : "cobalt"}
          aria-label={percent >= NEARLY_FULL ? t("storageNear") : t("storage")}
        />
      )}
      <span className={styles["figure"]}>{text}</span>
    </div>
  );
}
