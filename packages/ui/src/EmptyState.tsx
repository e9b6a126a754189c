import type { ReactNode } from "react";
import styles from "./states.module.css";

/** Nothing here: one sentence and at most one thing to do about it. */
export function EmptyState({
  icon,
  isPage = false,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  /** It is all the page has, so its sentence is the page's heading. */
  isPage?: boolean;
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
      {isPage ? <h1 className={styles["title"]}>{title}</h1> : <p className={styles["title"]}>{title}</p>}
      {children === undefined ? null : <div className={styles["text"]}>{children}</div>}
      {action === undefined ? null : <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
