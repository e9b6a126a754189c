import { formatBytes } from "@kinora/ui/bytes.ts";
import { useCounter } from "@kinora/ui/counter.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { inProgressVideosQuery } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { overviewQuery } from "./overview-query.ts";
import styles from "./Dashboard.module.css";

/** The figures of what there is now: videos, what was played, came in and was encoded this week, and storage. */
export function Figures({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const overview = useQuery(overviewQuery(projectId)).data;
  const moving = useQuery(inProgressVideosQuery(projectId)).data;
  const storage = overview?.storage;
  const watched = overview?.watched ?? undefined;
  const seesReports = useViewer().permissions.analytics_view;
  const change = ({ now, before }: { now: number; before: number }) =>
    t("versusBefore", { change: CHANGE.format(tenths(now - before)) });
  return (
    <dl className={styles["strip"]}>
      <Figure
        name={t("videosCount")}
        value={overview?.videos}
        show={formatNumber}
        detail={moving && t("movingCount", { number: formatNumber(moving.pagination.total) })}
      />
      {seesReports ? (
        <>
          <Figure
            name={t("playsWeek")}
            value={watched?.plays.now}
            show={formatNumber}
            detail={watched && change(watched.plays)}
          />
          <Figure
            name={t("watchedWeek")}
            value={watched && tenths(watched.hours.now)}
            show={formatNumber}
            detail={watched && change(watched.hours)}
          />
        </>
      ) : null}
      <Figure
        name={t("uploadedWeek")}
        value={overview?.uploaded.now}
        show={formatNumber}
        detail={overview && change(overview.uploaded)}
      />
      <Figure
        name={t("encodedWeek")}
        value={overview && tenths(overview.encoded_minutes.now)}
        show={formatNumber}
        detail={overview && change(overview.encoded_minutes)}
      />
      <Figure
        name={t("storageUsed")}
        value={storage?.account_bytes}
        show={formatBytes}
        detail={
          storage &&
          (storage.limit_bytes === null ? t("unlimited") : t("ofLimit", { limit: formatBytes(storage.limit_bytes) }))
        }
      />
    </dl>
  );
}

const CHANGE = new Intl.NumberFormat("en-US", { signDisplay: "always", maximumFractionDigits: 1 });
const tenths = (minutes: number): number => Math.round(minutes * 10) / 10;

function Figure({
  name,
  value,
  show,
  detail,
}: {
  name: string;
  value: number | undefined;
  show: (value: number) => string;
  detail?: string | undefined;
}) {
  const counted = useCounter(value ?? 0);
  return (
    <div className={styles["figure"]}>
      <dt>{name}</dt>
      <dd>{value === undefined ? "–" : show(counted)}</dd>
      <dd className={styles["figureDetail"]}>{detail ?? "\u00A0"}</dd>
    </div>
  );
}
