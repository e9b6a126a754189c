import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import tabStyles from "../../shell/tabs/PageTabs.module.css";
import styles from "./Live.module.css";

const TABS = [
  { to: "/live", search: {}, label: "tabLivestreams" },
  { to: "/live/logs", search: { list: "sessions" }, label: "tabSessions" },
  { to: "/live/logs", search: {}, label: "tabLogs" },
] as const;

/** The pages of the room (spec §2): livestreams, their sessions and logs. `end` stands at the end of their line. */
export function LiveTabs({ open = "tabLivestreams", end }: { open?: (typeof TABS)[number]["label"]; end?: ReactNode }) {
  const { t } = useTranslation("live");
  return (
    <div className={styles["tabs"]}>
      <TabRow label={t("tabs")} open={open}>
        {TABS.map(({ to, search, label }) => (
          <Link
            key={label}
            to={to}
            search={search}
            className={tabStyles["tab"] ?? ""}
            activeOptions={{ exact: true, includeSearch: true }}
            {...(label === open ? { "aria-current": "page", "data-status": "active" } : {})}
          >
            {t(label)}
          </Link>
        ))}
      </TabRow>
      {end === undefined ? null : <div className={styles["end"]}>{end}</div>}
    </div>
  );
}
