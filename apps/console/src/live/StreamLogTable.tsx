import type { LogSeverity } from "@kinora/domain/streams.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { StreamLogEntry } from "./queries.ts";
import styles from "./Logs.module.css";

const TONES: Record<LogSeverity, StatusTone> = { info: "unpublished", warning: "processing", error: "failed" };

/** What happened, line by line; `named` says to which livestream. */
export function StreamLogTable({ entries, named }: { entries: readonly StreamLogEntry[]; named: boolean }) {
  const { t } = useTranslation("streamLog");
  const head = [
    t("columnTime"),
    ...(named ? [t("columnStream")] : []),
    t("columnType"),
    t("columnDetail"),
    t("columnClient"),
    t("columnUser"),
  ];
  const kind = named ? "log" : "ownLog";
  return (
    <div className={styles["framed"]} role="table" aria-label={t("log")}>
      <div role="row" className={styles["head"]} data-kind={kind}>
        {head.map((label) => (
          <div key={label} role="columnheader">
            {label}
          </div>
        ))}
      </div>
      {entries.map(({ id, at, stream, type, severity, detail, client_ip: ip, user }) => {
        const name = user === null ? "" : `${user.first_name} ${user.last_name}`.trim();
        return (
          <div key={id} role="row" className={styles["row"]} data-kind={kind}>
            <div role="cell" data-label={t("columnTime")}>
              <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
                {formatAgo(at)}
              </time>
            </div>
            {named ? (
              <div role="cell" data-label={t("columnStream")}>
                <Link
                  to="/live/$streamId"
                  params={{ streamId: String(stream.id) }}
                  className={styles["cut"] ?? ""}
                  title={stream.name}
                >
                  {stream.name}
                </Link>
              </div>
            ) : null}
            <div role="cell" data-label={t("columnType")} title={t(`severity_${severity}`)}>
              <StatusDot tone={TONES[severity]}>
                {t(`type_${type}`)}
                {severity === "info" ? null : <span className={styles["unseen"]}>, {t(`severity_${severity}`)}</span>}
              </StatusDot>
            </div>
            <div role="cell" data-label={detail === "" ? undefined : t("columnDetail")}>
              {detail}
            </div>
            <div role="cell" data-label={ip === null ? undefined : t("columnClient")} className="mono">
              {ip}
            </div>
            <div role="cell" data-label={name === "" ? undefined : t("columnUser")} className="muted">
              {name}
            </div>
          </div>
        );
      })}
    </div>
  );
}
