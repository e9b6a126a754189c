import { useTranslation } from "react-i18next";
import { chartPath, chartTop, type ChartPoint } from "./chartPath.ts";
import styles from "./Health.module.css";

const WIDTH = 300;
const HEIGHT = 64;

/** One figure over a span of time: a name, the value of now, and a line. */
export function HealthChart({
  name,
  points,
  end,
  spanMs,
  gapMs,
  atLeast,
  format,
}: {
  name: string;
  points: readonly ChartPoint[];
  /** The moment of the right edge, in milliseconds since 1970. */
  end: number;
  /** How far back the left edge is. */
  spanMs: number;
  /** Looks further apart are not joined. */
  gapMs: number;
  /** The top of the chart while the values are small. */
  atLeast: number;
  format: (value: number) => string;
}) {
  const { t } = useTranslation("stream");
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const last = values.at(-1);
  const top = chartTop(points, atLeast);
  const line = chartPath(points, { width: WIDTH, height: HEIGHT, end, spanMs, gapMs, top });
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <span>{name}</span>
        <strong>{last === undefined ? "–" : format(last)}</strong>
      </figcaption>
      {last === undefined ? (
        <p className={styles["chartEmpty"]}>{t("chartEmpty")}</p>
      ) : (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("chartOf", {
            name,
            now: format(last),
            least: format(Math.min(...values)),
            most: format(Math.max(...values)),
          })}
        >
          <path className={styles["grid"]} d={`M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`} />
          <path className={styles["line"]} d={line} />
        </svg>
      )}
    </figure>
  );
}
