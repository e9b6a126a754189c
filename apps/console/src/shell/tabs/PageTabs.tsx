import { Link, useRouterState } from "@tanstack/react-router";
import { TabRow } from "./TabRow.tsx";
import styles from "./PageTabs.module.css";

export interface PageTab {
  to: string;
  label: string;
  /** What the address of the tab keeps of this one. */
  search?: Readonly<Record<string, unknown>>;
}

/** Tabs that are pages of their own: the address says which one is open. */
export function PageTabs({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <TabRow label={label} open={path}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          {...(tab.search ? { search: tab.search } : {})}
          className={styles["tab"] ?? ""}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </TabRow>
  );
}
