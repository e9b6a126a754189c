import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useOpenTabInView } from "../layout/useOpenTabInView.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import type { Store } from "../platform/store.ts";
import type { StreamDetail } from "./queries.ts";
import { SetupTab } from "./SetupTab.tsx";
import { readStreamSearch, STREAM_TABS, type StreamSearch, type StreamTab } from "./streamView.ts";
import type { LiveFigures } from "./useLiveStream.ts";
import tabStyles from "../layout/PageTabs.module.css";
import styles from "./Stream.module.css";

const ActivityTab = lazyPart(async () => (await import("./ActivityTab.tsx")).ActivityTab);
const EmbedTab = lazyPart(async () => (await import("./EmbedTab.tsx")).EmbedTab);
const HealthTab = lazyPart(async () => (await import("./HealthTab.tsx")).HealthTab);
const LoopTab = lazyPart(async () => (await import("./LoopTab.tsx")).LoopTab, {
  loop: async () => (await import("./loopTexts.ts")).loopTexts,
});
const RecordingsTab = lazyPart(async () => (await import("./RecordingsTab.tsx")).RecordingsTab, {
  recordings: async () => (await import("./recordingTexts.ts")).recordingTexts,
});
const RestreamTab = lazyPart(async () => (await import("./RestreamTab.tsx")).RestreamTab);
const SettingsTab = lazyPart(async () => (await import("./SettingsTab.tsx")).SettingsTab);
const StreamLogTab = lazyPart(async () => (await import("./StreamLogTab.tsx")).StreamLogTab);

/** The parts that are fetched when somebody is about to open them. */
const LATER: Partial<Record<StreamTab, { prepare: () => void }>> = {
  health: HealthTab,
  restream: RestreamTab,
  loop: LoopTab,
  sessions: RecordingsTab,
  embed: EmbedTab,
  settings: SettingsTab,
  activity: ActivityTab,
  log: StreamLogTab,
};

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
  const row = useOpenTabInView<HTMLElement>(search.tab ?? "setup");
  return (
    <div className={styles["parts"]}>
      <nav ref={row} className={tabStyles["tabs"]} aria-label={t("tabs")}>
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
            onPointerEnter={() => LATER[tab]?.prepare()}
            onFocus={() => LATER[tab]?.prepare()}
            // An address may name the part that opens by itself: the router takes that for another page.
            {...(tab === (search.tab ?? "setup") ? { "aria-current": "page", "data-status": "active" } : {})}
          >
            {t(LABELS[tab])}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<div className={tabStyles["coming"]} />}>
        <Part tab={search.tab ?? "setup"} stream={stream} figures={figures} />
      </Suspense>
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
      return <RecordingsTab stream={stream} />;
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
