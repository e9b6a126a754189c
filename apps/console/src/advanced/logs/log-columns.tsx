import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatMoment, formatTimeOfDay } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import type { LogLine } from "./save-lines.ts";
import styles from "./Logs.module.css";

/** How a level is marked. */
const MARKS = { debug: "info", info: "info", warn: "warning", error: "error" } as const;

/** The columns of a log. */
export function useLogColumns(): Column<LogLine>[] {
  const { t } = useTranslation("logs");
  return [
    {
      id: "time",
      header: t("time"),
      min: 92,
      grow: 0,
      mobile: "meta",
      cell: ({ at }) => (
        <time dateTime={at} title={formatMoment(at)} className="mono">
          {formatTimeOfDay(at)}
        </time>
      ),
    },
    {
      id: "level",
      header: t("level"),
      min: 92,
      grow: 0,
      mobile: "meta",
      cell: ({ level }) => <StatusDot state={MARKS[level]}>{t(`level_${level}`)}</StatusDot>,
    },
    {
      id: "role",
      header: t("role"),
      min: 80,
      grow: 0,
      priority: 1,
      optional: true,
      mobile: "meta",
      cell: ({ role }) => role,
    },
    {
      id: "message",
      header: t("message"),
      min: 240,
      grow: 4,
      mobile: "title",
      cell: ({ message, data }) => (
        <span className={styles["line"]}>
          {message} <span className="muted">{inShort(data)}</span>
        </span>
      ),
    },
  ];
}

const SHORT_MAX = 160;

/** Ids that say nothing to people; the opened line has them. */
const IDS: readonly string[] = ["job", "request_id"];

/** The plain values of a line, as far as there is room. */
function inShort(data: LogLine["data"]): string {
  const plain = Object.entries(data).flatMap(([name, value]) =>
    !IDS.includes(name) && (typeof value === "string" || typeof value === "number") ? [`${name} ${value}`] : [],
  );
  return plain.join(" · ").slice(0, SHORT_MAX);
}
