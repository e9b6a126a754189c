import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../../platform/i18n.ts";
import type { Backup } from "./system-queries.ts";
import styles from "./System.module.css";

const MARKS = {
  running: "running",
  complete: "complete",
  cancelled: "cancelled",
  failed: "failed",
  deleted: "none",
} as const;
const VERIFIED = { running: "running", right: "healthy", wrong: "failed", failed: "failed" } as const;

/** The columns of the backups. */
export function useBackupColumns(): Column<Backup>[] {
  const { t } = useTranslation("system");
  return [
    {
      id: "file",
      header: t("file"),
      min: 220,
      grow: 2,
      mobile: "title",
      cell: ({ file, host, scheduled }) => (
        <span className={styles["two"]}>
          <span title={file}>{file.slice(file.lastIndexOf("/") + 1)}</span>
          <span className="muted">{scheduled ? [host, t("bySchedule")].filter(Boolean).join(", ") : host}</span>
        </span>
      ),
    },
    {
      id: "state",
      header: t("state"),
      min: 110,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={MARKS[state]}>{t(`backup_${state}`)}</StatusDot>,
    },
    {
      id: "verified",
      header: t("verified"),
      min: 180,
      grow: 1,
      mobile: "meta",
      cell: ({ state, verification, verified_at: at }) =>
        state !== "complete" ? null : verification === null ? (
          <span className="muted">{t("neverVerified")}</span>
        ) : (
          <StatusDot
            state={VERIFIED[verification]}
            detail={verification === "running" || at === null ? null : formatAgo(at)}
          >
            {t(`verification_${verification}`)}
          </StatusDot>
        ),
    },
    {
      id: "made",
      header: t("made"),
      min: 120,
      priority: 2,
      mobile: "meta",
      cell: ({ requested_at: at }) => <Moment at={at} />,
    },
    {
      id: "size",
      header: t("size"),
      min: 90,
      align: "end",
      priority: 1,
      mobile: "hidden",
      cell: ({ bytes }) => formatBytes(bytes),
    },
  ];
}
