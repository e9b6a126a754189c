import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Progress } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { ListedProject } from "./project-queries.ts";

/** What a project stores, as a bar of its quota where it has one. */
export function StorageCell({ project }: { project: ListedProject }) {
  const { t } = useTranslation("projectList");
  const { storage_bytes: bytes, storage_soft_bytes: soft, storage_hard_bytes: hard } = project;
  const whole = hard ?? soft;
  if (whole === null) return <>{formatBytes(bytes)}</>;
  const percent = whole === 0 ? 100 : Math.min(100, (bytes / whole) * 100);
  const warned = soft !== null && bytes >= soft;
  const full = hard !== null && bytes >= hard;
  return (
    <div>
      {t("ofQuota", { bytes: formatBytes(bytes), quota: formatBytes(whole) })}
      <Progress
        size={4}
        value={percent}
        color={full ? "red" : warned ? "var(--kinora-processing)" : "cobalt"}
        aria-label={t(full ? "quotaFull" : warned ? "quotaNear" : "storage")}
      />
    </div>
  );
}

/** Whether a project is suspended, and to whom it is offered. */
export function StatusCell({ project: { suspended_at: since, transfer } }: { project: ListedProject }) {
  const { t } = useTranslation("projectList");
  const standing = since === null ? "active" : "suspended";
  return (
    <>
      <StatusDot state={since === null ? "active" : "paused"}>{t(standing)}</StatusDot>
      {transfer === null ? null : (
        <div className="muted">
          {t("offeredTo", { email: transfer.email, until: formatDay(new Date(transfer.expires_at)) })}
        </div>
      )}
    </>
  );
}

/** How many livestreams a project has; those on air instead where there are some. */
export function LivestreamsCell({ livestreams, onAir }: { livestreams: number; onAir: number }) {
  const { t } = useTranslation("projectList");
  if (onAir === 0) return <>{formatNumber(livestreams)}</>;
  return (
    <StatusDot state="live" detail={formatNumber(livestreams)}>
      {t("onAir", { count: onAir })}
    </StatusDot>
  );
}
