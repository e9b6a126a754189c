import type { ReactNode } from "react";
import { Sparkline } from "./Sparkline.tsx";
import styles from "./StatStrip.module.css";

export interface Stat {
  label: string;
  value: ReactNode;
  /** A word more about the value, such as its change. */
  detail?: ReactNode;
  /** How it came to that: drawn below it, in strips of figures. An empty list draws the axis alone. */
  trend?: readonly number[];
}

interface StatStripProps {
  label: string;
  stats: readonly Stat[];
  /** Figures are what a page is about; facts stand in one line beside what it shows. */
  kind?: "figures" | "facts";
  /** Whether numbers that have no room begin another line, rather than be cut. */
  wraps?: boolean;
}

/** Numbers that people watch, beside each other. */
export const StatStrip = ({ label, stats, kind = "facts", wraps = false }: StatStripProps) => (
  <dl className={styles["strip"]} aria-label={label} data-kind={kind} data-wraps={wraps}>
    {stats.map((stat) => (
      <div key={stat.label}>
        <dt>{stat.label}</dt>
        <dd>
          {stat.value}
          {stat.detail === undefined ? null : <span className={styles["detail"]}>{stat.detail}</span>}
        </dd>
        {stat.trend === undefined ? null : (
          <dd className={styles["trend"]}>
            <Sparkline values={stat.trend} wide />
          </dd>
        )}
      </div>
    ))}
  </dl>
);
