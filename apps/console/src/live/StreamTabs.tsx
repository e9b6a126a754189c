import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Store } from "../platform/store.ts";
import { ActivityTab } from "./ActivityTab.tsx";
import { EmbedTab } from "./EmbedTab.tsx";
import { HealthTab } from "./HealthTab.tsx";
import { LoopTab } from "./LoopTab.tsx";
import type { StreamDetail } from "./queries.ts";
import { RestreamTab } from "./RestreamTab.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { SettingsTab } from "./SettingsTab.tsx";
import { SetupTab } from "./SetupTab.tsx";
import { StreamLogTab } from "./StreamLogTab.tsx";
import { readStreamSearch, STREAM_TABS, type StreamSearch, type StreamTab } from "./streamView.ts";
import type { LiveFigures } from "./useLiveStream.ts";
import tabStyles from "../layout/PageTabs.module.css";
import styles from "./Stream.module.css";

const LABELS = {
  setup: "tabSetup",
  health: "tabHealth",
  restream: "tabRestream",
  loop: "tabLoop",
  sessions: "tabSessions",
  embed: "tabEmbed",
  settings: "tabSettings",
  activity: "tabActivity",
  log: "tabLog",
} as const;

interface PartProps {
  stream: StreamDetail;
  figures: Store<LiveFigures>;
}

/** The parts of a livestream's page; the address says which one is open. */
export function StreamTabs({ stream, search, figures }: PartProps & { search: StreamSearch }) {
  const { t } = useTranslation("stream");
  return (
    <div className={styles["parts"]}>
      <nav className={tabStyles["tabs"]} aria-label={t("tabs")}>
        {STREAM_TABS.map((tab) => (
          <Link
            key={tab}
            to="/live/$streamId"
            params={{ streamId: String(stream.id) }}
            search={readStreamSearch({ tab })}
            replace
            resetScroll={false}
            className={tabStyles["tab"] ?? ""}
            activeOptions={{ exact: true, includeSearch: true }}
            // An address may name the part that opens by itself: the router takes that for another page.
            {...(tab === (search.tab ?? "setup") ? { "aria-current": "page", "data-status": "active" } : {})}
          >
            {t(LABELS[tab])}
          </Link>
        ))}
      </nav>
      <Part tab={search.tab ?? "setup"} stream={stream} figures={figures} />
    </div>
  );
}

function Part({ tab, stream, figures }: PartProps & { tab: StreamTab }) {
  switch (tab) {
    case "setup":
      return <SetupTab stream={stream} />;
    case "health":
      return <HealthTab stream={stream} figures={figures} />;
    case "restream":
      return <RestreamTab stream={stream} />;
    case "loop":
      return <LoopTab stream={stream} />;
    case "sessions":
      return <SessionsPanel projectId={stream.project_id} streamId={stream.id} />;
    case "embed":
      return <EmbedTab stream={stream} />;
    case "settings":
      return <SettingsTab stream={stream} />;
    case "activity":
      return <ActivityTab stream={stream} />;
    case "log":
      return <StreamLogTab stream={stream} />;
  }
}
