import type { ReactNode } from "react";
import { SettingRow } from "./SettingRow.tsx";
import styles from "./Settings.module.css";

/** Several checkboxes that are one setting, such as the events that are sent: a row for all of them, two columns where there is room. */
export function CheckList({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <SettingRow label={label} hint={hint}>
      <div className={styles["checks"]}>{children}</div>
    </SettingRow>
  );
}
