import { formatBytes } from "@kinora/ui/bytes.ts";
import { Box, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Translate, useTranslation } from "../../platform/i18n.ts";
import { type Config, session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "./use-viewer.ts";
import styles from "./StorageBar.module.css";

/** From here on the bar warns, in percent. */
const NEARLY_FULL = 80;

/** How much of the account's storage is used; without a limit of its own, how full the disk is with everyone's files. */
export function StorageBar() {
  const { t } = useTranslation("layout");
  const { owner } = useViewer();
  const upload = useStore(session, (value) => value.config?.upload ?? null);
  if (upload === null) return null;
  const { percent, text } = usage(t, upload);
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
      {percent === null ? null : (
        <Progress
          value={percent}
          color={percent >= 95 ? "red" : percent >= NEARLY_FULL ? "var(--kinora-processing)" : "cobalt"}
          aria-label={percent >= NEARLY_FULL ? t("storageNear") : t("storage")}
        />
      )}
      <Box component="span" fz={12} lh="16px">
        {text}
      </Box>
    </div>
  );
}

/** The bar in percent, null for none, and the sentence below it. */
function usage(
  t: Translate<"layout">,
  upload: NonNullable<Config>["upload"],
): { percent: number | null; text: string } {
  const { limit_bytes: limit, disk_bytes: disk, disk_free_bytes: free } = upload;
  const used = formatBytes(upload.used_bytes);
  if (limit !== null)
    return {
      percent: limit === 0 ? 0 : Math.min(100, (upload.used_bytes / limit) * 100),
      text: t("storageOf", { used, limit: formatBytes(limit) }),
    };
  if (disk === null || free === null || disk === 0) return { percent: null, text: used };
  // Uploads are refused when the disk is full, even with files of other accounts.
  return { percent: (1 - free / disk) * 100, text: t("storageOnDisk", { used, free: formatBytes(free) }) };
}
