import type { ReactNode } from "react";
import styles from "./StatStrip.module.css";

export interface Stat {
  label: string;
  value: ReactNode;
  /** A word more about the value, such as its change. */
  detail?: ReactNode;
}

/** Numbers that people watch, beside each other in one line. */
export const StatStrip = ({ label, stats }: { label: string; stats: readonly Stat[] }) => (
  <dl className={styles["strip"]} aria-label={label}>
    {stats.map((stat) => (
      <div key={stat.label}>
        <dt>{stat.label}</dt>
        <dd>
          {stat.value}
          {stat.detail === undefined ? null : <span className={styles["detail"]}>{stat.detail}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
