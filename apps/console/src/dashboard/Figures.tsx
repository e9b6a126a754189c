import { formatBytes } from "@kinora/ui/bytes.ts";
import { useCounter } from "@kinora/ui/counter.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { overviewQuery } from "./overviewQuery.ts";
import styles from "./Dashboard.module.css";

/** The figures of what there is now: videos, what came in and was encoded this week, and storage. */
export function Figures({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const overview = useQuery(overviewQuery(projectId)).data;
  const storage = overview?.storage;
  return (
    <dl className={styles["strip"]}>
      <Figure name={t("videosCount")} value={overview?.videos} show={formatNumber} />
      <Figure
        name={t("uploadedWeek")}
        value={overview?.uploaded.now}
        show={formatNumber}
        detail={overview && t("weekBefore", { value: formatNumber(overview.uploaded.before) })}
      />
      <Figure
        name={t("encodedWeek")}
        value={overview && tenths(overview.encoded_minutes.now)}
        show={formatNumber}
        detail={overview && t("weekBefore", { value: formatNumber(tenths(overview.encoded_minutes.before)) })}
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
