import type { ReactNode } from "react";
import styles from "./Webhooks.module.css";

/** The text of a request or an answer, as long as it is: the keyboard scrolls it, too. */
export const Message = ({ label, children }: { label: string; children: ReactNode }) => (
  <pre className={styles["body"]} role="region" aria-label={label} tabIndex={0}>
    {children}
  </pre>
);
