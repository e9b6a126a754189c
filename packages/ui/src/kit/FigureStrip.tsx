import { Sparkline } from "./Sparkline.tsx";
import type { Stat } from "./StatStrip.tsx";
import styles from "./FigureStrip.module.css";

export interface Figure extends Stat {
  /** How it came to its value, drawn below it; an empty list draws the axis alone. */
  trend?: readonly number[];
}

/** The figures that a page is about, in one frame: each has its detail and its trend below. */
export const FigureStrip = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <dl className={styles["strip"]} aria-label={label}>
    {figures.map((figure) => (
      <div key={figure.label}>
        <dt>{figure.label}</dt>
        <dd className={styles["value"]}>{figure.value}</dd>
        {figure.detail === undefined ? null : <dd className={styles["detail"]}>{figure.detail}</dd>}
        {figure.trend === undefined ? null : (
          <dd className={styles["trend"]}>
            <Sparkline values={figure.trend} wide />
          </dd>
        )}
      </div>
    ))}
  </dl>
);
