import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./Editor.module.css";

/** What is allowed but rarely works as people expect, below its setting. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles["warning"]} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      {children}
    </p>
  );
}
