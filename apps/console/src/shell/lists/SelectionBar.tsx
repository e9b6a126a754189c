import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./SelectionBar.module.css";

interface SelectionBarProps {
  /** How many rows are ticked. */
  label: string;
  onClear: () => void;
  /** What can be done to them. */
  children: ReactNode;
}

/** Stands above a list whose rows are ticked. */
export function SelectionBar({ label, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation("layout");
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={label}>
      <span role="status">{label}</span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        {t("clearSelection")}
      </Button>
    </div>
  );
}
