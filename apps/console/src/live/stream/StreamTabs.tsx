import { Box } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { Store } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import type { StreamDetail } from "../queries.ts";
import { SetupTab } from "../setup/SetupTab.tsx";
import { openPart, readStreamSearch, type StreamSearch, type StreamTab } from "./stream-view.ts";
import type { LiveFigures } from "./use-live-stream.ts";
import tabStyles from "../../shell/tabs/PageTabs.module.css";

const AnalyticsTab = lazyPart(async () => (await import("../../analytics/reports/ItemReport.tsx")).StreamReport, {
  reports: async () => (await import("../../analytics/reports/reports-texts.ts")).reportsTexts,
});
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
  analytics: AnalyticsTab,
  settings: SettingsTab,
  log: StreamLogTab,
};

const LABELS = {
  setup: "tabSetup",
  health: "tabHealth",
  restream: "tabRestream",
  loop: "tabLoop",
  sessions: "tabSessions",
  analytics: "tabAnalytics",
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
  const { parts, open } = openPart(search, useViewer().permissions.analytics_view);
  return (
    <Box miw={0}>
      <TabRow label={t("tabs")} open={open}>
        {parts.map((tab) => (
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
            {...(tab === open ? { "aria-current": "page", "data-status": "active" } : {})}
          >
            {t(LABELS[tab])}
          </Link>
        ))}
      </TabRow>
      <Suspense fallback={<div className={tabStyles["coming"]} />}>
        <Part tab={open} stream={stream} figures={figures} />
      </Suspense>
    </Box>
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
    case "analytics":
      return <AnalyticsTab projectId={stream.project_id} id={stream.id} />;
    case "settings":
      return <SettingsTab stream={stream} />;
    case "log":
      return <StreamLogTab stream={stream} />;
  }
}
