import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { Store } from "../../platform/store.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import type { StreamDetail } from "../queries.ts";
import { SetupTab } from "../setup/SetupTab.tsx";
import { readStreamSearch, STREAM_TABS, type StreamSearch, type StreamTab } from "./stream-view.ts";
import type { LiveFigures } from "./use-live-stream.ts";
import tabStyles from "../../shell/tabs/PageTabs.module.css";
import styles from "./Stream.module.css";

const HealthTab = lazyPart(async () => (await import("../health/HealthTab.tsx")).HealthTab);
/** Of the loop, and of the pictures and the start that are settings. */
const loopTexts = { loop: async () => (await import("../loop/loop-texts.ts")).loopTexts };
const LoopTab = lazyPart(async () => (await import("../loop/LoopTab.tsx")).LoopTab, loopTexts);
const RecordingsTab = lazyPart(async () => (await import("../recordings/RecordingsTab.tsx")).RecordingsTab, {
  recordings: async () => (await import("../recordings/recording-texts.ts")).recordingTexts,
});
const RestreamTab = lazyPart(async () => (await import("../restream/RestreamTab.tsx")).RestreamTab);
const SettingsTab = lazyPart(async () => (await import("./SettingsTab.tsx")).SettingsTab, loopTexts);
const StreamLogTab = lazyPart(async () => (await import("../logs/StreamLogTab.tsx")).StreamLogTab);

/** The parts that are fetched when someone is about to open them. */
const LATER: Partial<Record<StreamTab, { prepare: () => void }>> = {
  health: HealthTab,
  restream: RestreamTab,
  loop: LoopTab,
  sessions: RecordingsTab,
  settings: SettingsTab,
  log: StreamLogTab,
};

const LABELS = {
  setup: "tabSetup",
  health: "tabHealth",
  restream: "tabRestream",
  loop: "tabLoop",
  sessions: "tabSessions",
  settings: "tabSettings",
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
      <TabRow label={t("tabs")} open={search.tab ?? "setup"}>
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
            // An address may name the part that opens automatically: the router takes that for another page.
            {...(tab === (search.tab ?? "setup") ? { "aria-current": "page", "data-status": "active" } : {})}
          >
            {t(LABELS[tab])}
          </Link>
        ))}
      </TabRow>
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
    case "settings":
      return <SettingsTab stream={stream} />;
    case "log":
      return <StreamLogTab stream={stream} />;
  }
}
