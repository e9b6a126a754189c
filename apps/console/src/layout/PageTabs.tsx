import { Link } from "@tanstack/react-router";
import styles from "./PageTabs.module.css";

export interface PageTab {
  to: string;
  label: string;
}

/** Tabs that are pages of their own: the address says which one is open. */
export function PageTabs({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles["tab"] ?? ""}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
