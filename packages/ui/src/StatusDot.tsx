import type { ReactNode } from "react";
import { STATUS_MARKS, type StatusState } from "./status-marks.ts";
import styles from "./StatusDot.module.css";

/** A state: its mark and its word. The mark's shape says it as well as its colour. */
export function StatusDot({
  state,
  children,
  detail,
}: {
  state: StatusState;
  children: ReactNode;
  detail?: ReactNode;
}) {
  const mark = STATUS_MARKS[state];
  return (
    <span className={styles["status"]} data-mark={mark}>
      <span className={styles["mark"]} aria-hidden="true">
        {mark === "loop" ? (
          <svg width={10} height={10} viewBox="0 0 10 10" className={styles["loop"]}>
            <path d="M8.5 5A3.5 3.5 0 1 1 7.3 2.4M8.6 0.9v2.3H6.3" />
          </svg>
        ) : null}
      </span>
      <span>{children}</span>
      {detail === undefined || detail === null ? null : <span className="muted">{detail}</span>}
    </span>
  );
}
