import { Box } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./states.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  /** It is all the page has, so its sentence is the page's heading. */
  isPage?: boolean;
  /** `done`: nothing here is good news, such as no failures; a green check says so. */
  tone?: "none" | "done";
  /** One line of 64 px, for a place within a panel. */
  inline?: boolean;
  title: string;
  children?: ReactNode;
  /** One primary button, and at most a second one. */
  action?: ReactNode;
}

/** Nothing here: an empty frame of a video, one sentence and what to do about it. */
export function EmptyState({
  icon,
  isPage = false,
  tone = "none",
  inline = false,
  title,
  children,
  action,
}: EmptyStateProps) {
  const sign = tone === "done" ? <IconCheck size={20} stroke={2} /> : icon;
  return (
    <div className={styles["state"]} data-inline={inline || undefined}>
      {sign === undefined || inline ? null : (
        <span className={styles["icon"]} data-tone={tone} aria-hidden="true">
          {sign}
        </span>
      )}
      {isPage ? <h1 className={styles["title"]}>{title}</h1> : <p className={styles["title"]}>{title}</p>}
      {children === undefined ? null : (
        <Box className="muted" maw="52ch">
          {children}
        </Box>
      )}
      {action === undefined ? null : <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
