import { dayAfter } from "@kinora/domain/analytics/reports.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { retentionQuery } from "./report-queries.ts";
import styles from "./Reports.module.css";

const HEIGHT = 40;
const QUARTERS = [0, 25, 50, 75, 99] as const;
const hundredth = (place: number) => (place === 99 ? 100 : place);

/** How much of its viewers a video keeps: each hundredth of it beside the part that was watched most. */
export function Retention({ videoId, from, to }: { videoId: number; from: string; to: string }) {
  const { t } = useTranslation("reports");
  // The last day of the zone may end on the next day of UTC.
  const retention = useQuery(retentionQuery(videoId, { from, to: dayAfter(to, 1) }));
  const parts = retention.data ?? [];
  const most = Math.max(...parts, 0);
  if (most === 0) return null;
  const percentAt = (place: number) => Math.round((100 * (parts[place] ?? 0)) / most);
  const words = QUARTERS.map((place) => t("retentionAt", { place: hundredth(place), percent: percentAt(place) }));
  const points = parts.map((watched, place) => `${place} ${(HEIGHT * (1 - watched / most)).toFixed(2)}`);
  return (
    <Panel title={t("retention")}>
      <figure className={styles["retention"]}>
        <svg viewBox={`0 0 99 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words.join(", ")}>
          <path d={`M-1 ${HEIGHT + 1}L-1 0L${points.join("L")}L100 ${HEIGHT + 1}Z`} />
        </svg>
        <span className={styles["level"]} aria-hidden="true">
          {t("percent", { percent: 100 })}
        </span>
        <span className={styles["level"]} data-half="true" aria-hidden="true">
          {t("percent", { percent: 50 })}
        </span>
        <div className={styles["places"]} aria-hidden="true">
          {QUARTERS.map((place) => (
            <span key={place}>{t(place === 99 ? "retentionPlace" : "percent", { percent: hundredth(place) })}</span>
          ))}
        </div>
      </figure>
      <p className="muted">{t("retentionText")}</p>
    </Panel>
  );
}
