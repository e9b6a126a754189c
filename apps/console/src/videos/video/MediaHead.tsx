import type { ReactNode } from "react";
import styles from "./MediaTab.module.css";

/** The title of a section of the media, and what can be done with it. */
export const MediaHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles["head"]}>
    <h2 className={styles["title"]}>{title}</h2>
    <div className={styles["headActions"]}>{children}</div>
  </div>
);
