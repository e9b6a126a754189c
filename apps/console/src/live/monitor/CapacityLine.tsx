import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { liveCapacityQuery } from "../../platform/live.ts";
import styles from "../list/Live.module.css";

/** What an encoder that starts or ends elsewhere takes of this host is not announced. */
const ASK_EVERY_MS = 15_000;

/** What is on air, and how much more this host can encode. */
export function CapacityLine({ projectId }: { projectId: number }) {
  const { t } = useTranslation("live");
  const capacity = useQuery({ ...liveCapacityQuery(projectId), refetchInterval: ASK_EVERY_MS }).data;
  if (!capacity) return null;
  const { live_now: live, ladders_running: running, ladders_possible: possible, available } = capacity;
  if (!available) return <StatusDot state="failed">{t("unavailable")}</StatusDot>;
  return (
    <Group className="note" gap="4px 16px" display="inline-flex" renderRoot={(props) => <span {...props} />}>
      <StatusDot state={live > 0 ? "live" : "idle"}>{t("liveNow", { count: live })}</StatusDot>
      <Ladders running={running} possible={possible} />
    </Group>
  );
}

/** How much of what this host can encode is in use; nothing before it was measured. */
export function Ladders({ running, possible }: { running: number; possible: number | null }) {
  const { t } = useTranslation("live");
  if (possible === null) return null;
  const isFull = running >= possible;
  return (
    <span
      className={styles["ladders"]}
      data-full={isFull || undefined}
      title={t(isFull ? "laddersFull" : "laddersHint")}
    >
      {t("ladders", { running: formatNumber(running), possible: formatNumber(possible) })}
    </span>
  );
}
