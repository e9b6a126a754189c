import type { ReactNode } from "react";
import styles from "./Panel.module.css";

/** A region with a heading, framed around tables and charts; regions are not nested. */
export function Panel({
  title,
  action,
  flush = false,
  children,
}: {
  title?: ReactNode;
  action?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles["panel"]} data-flush={flush}>
      {title === undefined ? null : (
        <header className={styles["head"]}>
          <h2 className="heading">{title}</h2>
          {action === undefined ? null : <div>{action}</div>}
        </header>
      )}
      <div className={styles["body"]}>{children}</div>
    </section>
  );
}
