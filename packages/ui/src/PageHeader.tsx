import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";

/** A page's title, how many things it shows, and what one can do here. */
export function PageHeader({ title, count, actions }: { title: ReactNode; count?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles["header"]}>
      <h1 className={styles["title"]} dir="auto">
        {title}
      </h1>
      {count === undefined || count === null ? null : (
        <Box component="span" className="muted" fz="sm">
          {count}
        </Box>
      )}
      {actions === undefined ? null : (
        <div className={styles["actions"]} data-page-actions>
          {actions}
        </div>
      )}
    </header>
  );
}
