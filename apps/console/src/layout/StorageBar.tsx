import { formatBytes } from "@kinora/ui/bytes.ts";
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import styles from "./StorageBar.module.css";

/** From here on the bar warns, in percent. */
const NEARLY_FULL = 80;

/** How much of the account's storage is used. */
export function StorageBar() {
  const { t } = useTranslation("layout");
  const upload = useStore(session, (value) => value.config?.upload ?? null);
  if (upload === null) return null;
  const { used_bytes: used, limit_bytes: limit } = upload;
  const percent = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
  const text =
    limit === null ? formatBytes(used) : t("storageOf", { used: formatBytes(used), limit: formatBytes(limit) });
  return (
    <div className={styles["storage"]}>
      <div className={styles["line"]}>
        <span className="muted">{t("storage")}</span>
        <span className="tabular">{text}</span>
      </div>
      {limit === null ? null : (
        <Progress
          value={percent}
          color={percent >= 95 ? "red" : percent >= NEARLY_FULL ? "var(--kinora-processing)" : "cobalt"}
          aria-label={percent >= NEARLY_FULL ? t("storageNear") : t("storage")}
        />
      )}
    </div>
  );
}
