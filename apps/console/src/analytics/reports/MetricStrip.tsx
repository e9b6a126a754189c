import { useTranslation } from "../../platform/i18n.ts";
import { useMetricWords, type Metric } from "./metrics.ts";
import styles from "./Reports.module.css";

interface MetricStripProps {
  label: string;
  metrics: readonly Metric[];
  totals: Readonly<Record<string, number | null>>;
  previous: Readonly<Record<string, number | null>> | null;
  chosen: string;
  /** The figures that the chart has. */
  charted: (id: string) => boolean;
  onChoose: (id: string) => void;
}

/** The figures of the range; a chosen one is drawn in the chart. */
export function MetricStrip({ label, metrics, totals, previous, chosen, charted, onChoose }: MetricStripProps) {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  return (
    <div role="group" aria-label={label} className={styles["strip"]}>
      {metrics.map(({ id, name, format }) => {
        const content = (
          <>
            <span className={styles["name"]}>{t(name)}</span>
            <strong className={styles["value"]}>{words(format, totals[id])}</strong>
            {previous ? (
              <span className="note">
                {t("before")} {words(format, previous[id])}
              </span>
            ) : null}
          </>
        );
        return charted(id) ? (
          <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            {content}
          </button>
        ) : (
          <div key={id}>{content}</div>
        );
      })}
    </div>
  );
}
