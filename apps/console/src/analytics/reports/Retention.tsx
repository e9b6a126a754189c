import { dayAfter } from "@kinora/domain/analytics/reports.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { retentionQuery } from "./report-queries.ts";
import styles from "./Reports.module.css";

const HEIGHT = 40;
const QUARTERS = [0, 25, 50, 75, 99] as const;

/** A bar of the chart, as a part of a path. */
const barOf = (place: number, height: number) => `M${place} ${HEIGHT}v-${height}h0.9v${height}z`;

/** How much of its viewers a video keeps: each hundredth of it beside the part that was watched most. */
export function Retention({ videoId, from, to }: { videoId: number; from: string; to: string }) {
  const { t } = useTranslation("reports");
  // The last day of the zone may end on the next day of UTC.
  const retention = useQuery(retentionQuery(videoId, { from, to: dayAfter(to, 1) }));
  const parts = retention.data ?? [];
  const most = Math.max(...parts, 0);
  if (most === 0) return null;
  const percentAt = (place: number) => Math.round((100 * (parts[place] ?? 0)) / most);
  const words = QUARTERS.map((place) =>
    t("retentionAt", { place: place === 99 ? 100 : place, percent: percentAt(place) }),
  );
  return (
    <Panel title={t("retention")}>
      <svg
        className={styles["retention"]}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.join(", ")}
      >
        <path d={parts.map((watched, place) => barOf(place, (HEIGHT * watched) / most)).join("")} />
      </svg>
      <p className="muted">{t("retentionText")}</p>
    </Panel>
  );
}
