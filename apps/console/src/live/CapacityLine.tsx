import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { capacityQuery } from "./queries.ts";
import styles from "./Live.module.css";

/** What is on air, and how much more this host can encode. */
export function CapacityLine({ projectId }: { projectId: number }) {
  const { t } = useTranslation("live");
  const capacity = useQuery(capacityQuery(projectId)).data;
  if (!capacity) return null;
  const { live_now: live, ladders_running: running, ladders_possible: possible, available } = capacity;
  if (!available) return <StatusDot tone="failed">{t("unavailable")}</StatusDot>;
  return (
    <span className={styles["capacity"]}>
      <StatusDot tone={live > 0 ? "live" : "unpublished"}>{t("liveNow", { count: live })}</StatusDot>
      {possible === null ? null : (
        <span title={t("laddersHint")}>
          {t("ladders", { running: formatNumber(running), possible: formatNumber(possible) })}
        </span>
      )}
    </span>
  );
}
