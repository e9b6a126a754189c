import { formatWait } from "@kinora/ui/durations.ts";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "react-i18next";
import type { TranscodingState } from "./queue-queries.ts";
import styles from "./Transcoding.module.css";

/** How long the queue is, and what each worker does. */
export function WorkerList({ state }: { state: TranscodingState }) {
  const { t } = useTranslation("transcoding");
  const { workers, running, queued, failed, oldest_wait: wait, speed } = state;
  return (
    <div className={styles["now"]}>
      <StatStrip
        wraps
        label={t("figures")}
        stats={[
          { label: t("running"), value: formatNumber(running) },
          { label: t("queued"), value: formatNumber(queued) },
          { label: t("failedToday"), value: formatNumber(failed) },
          { label: t("oldestWait"), value: wait === null ? t("none") : formatWait(wait) },
          {
            label: t("speed"),
            value: speed === null ? t("none") : t("speedTimes", { times: Math.round(speed * 10) / 10 }),
          },
        ]}
      />
      <Panel title={t("workers")}>
        {workers.length === 0 ? (
          <p className="muted">{t("noWorkers")}</p>
        ) : (
          <ul className={styles["workers"]} aria-label={t("workers")}>
            {workers.map(({ id, host, pid, started_at: since, jobs }) => (
              <li key={id}>
                <StatusDot
                  state={jobs.length > 0 ? "running" : "idle"}
                  detail={t("workerSince", { since: formatAgo(since) })}
                >
                  {t("worker", { host, pid })}
                </StatusDot>
                <span className="muted">
                  {jobs.length === 0
                    ? t("idle")
                    : jobs.map(({ task, since: from }) => `${task} (${formatAgo(from)})`).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
