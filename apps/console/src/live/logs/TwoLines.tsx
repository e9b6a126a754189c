import type { ReactNode } from "react";
import styles from "./TwoLines.module.css";

/** A cell's value and what more there is to say of it, below it; on phones the value alone. */
export const TwoLines = ({ more, phone, children }: { more: string | null; phone: boolean; children: ReactNode }) => (
  <>
    {children}
    {more === null || phone ? null : <span className={styles["more"]}>{more}</span>}
  </>
);
