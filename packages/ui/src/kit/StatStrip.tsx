import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./StatStrip.module.css";

export interface Stat {
  label: string;
  value: ReactNode;
  /** A word more about the value, such as its change. */
  detail?: ReactNode;
}

interface StatStripProps {
  label: string;
  stats: readonly Stat[];
  /** Whether numbers that have no room begin another line, rather than be cut. */
  wraps?: boolean;
  /** Whether it has a frame of its own, where nothing else frames it. */
  framed?: boolean;
}

/** Numbers that people watch, beside each other in one line. */
export const StatStrip = ({ label, stats, wraps = false, framed = false }: StatStripProps) => (
  <dl className={styles["strip"]} aria-label={label} data-wraps={wraps} data-framed={framed}>
    {stats.map((stat) => (
      <div key={stat.label}>
        <dt>{stat.label}</dt>
        <dd>
          {stat.value}
          {stat.detail === undefined ? null : (
            <Box component="span" className="note" fw={400} ml={6}>
              {stat.detail}
            </Box>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
