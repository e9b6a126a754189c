import type { ReactNode } from "react";
import styles from "./StatusDot.module.css";

export type StatusTone = "published" | "processing" | "unpublished" | "live" | "failed";

/** A state: a 7 px dot and its word. Failures carry a cross instead of the dot, so that colour is never alone. */
export function StatusDot({ tone, children, detail }: { tone: StatusTone; children: ReactNode; detail?: ReactNode }) {
  return (
    <span className={styles["status"]} data-tone={tone}>
      <span className={styles["dot"]} aria-hidden="true" />
      <span>{children}</span>
      {detail === undefined || detail === null ? null : <span className={styles["detail"]}>{detail}</span>}
    </span>
  );
}
