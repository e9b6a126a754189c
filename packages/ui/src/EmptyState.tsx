import type { ReactNode } from "react";
import styles from "./states.module.css";

/** Nothing here: one sentence and at most one thing to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles["state"]}>
      {icon === undefined ? null : (
        <span className={styles["icon"]} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles["title"]}>{title}</p>
      {children === undefined ? null : <div className={styles["text"]}>{children}</div>}
      {action === undefined ? null : <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
