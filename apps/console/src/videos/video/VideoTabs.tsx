import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import type { VideoSearch, VideoTab } from "./video-view.ts";
import { VideoOverview } from "./VideoRail.tsx";
import tabStyles from "../../shell/tabs/PageTabs.module.css";

const ActivityTab = lazyPart(async () => (await import("./ActivityTab.tsx")).ActivityTab);
const AnalyticsTab = lazyPart(async () => (await import("../../analytics/reports/ItemReport.tsx")).VideoReport, {
  reports: async () => (await import("../../analytics/reports/reports-texts.ts")).reportsTexts,
});
const DetailsTab = lazyPart(async () => (await import("./DetailsTab.tsx")).DetailsTab);
const EmbedTab = lazyPart(async () => (await import("../embed/EmbedTab.tsx")).EmbedTab);
const MediaTab = lazyPart(async () => (await import("./MediaTab.tsx")).MediaTab);

/** The tabs whose code is fetched when someone is about to open them. */
const PARTS: Partial<Record<VideoTab, { prepare: () => void }>> = {
  details: DetailsTab,
  media: MediaTab,
  embed: EmbedTab,
  analytics: AnalyticsTab,
  activity: ActivityTab,
};

const LABELS = {
  overview: "tabOverview",
  details: "tabDetails",
  media: "tabMedia",
  embed: "tabEmbed",
  analytics: "tabAnalytics",
  activity: "tabActivity",
} as const satisfies Record<VideoTab, string>;

/** Fetches the code of the tab that an address opens, while the video itself is still on its way. */
export const prepareVideoTab = (tab: VideoTab | undefined): void => PARTS[tab ?? "details"]?.prepare();

/** Links to the tabs of a video's page, the open one marked. */
export function VideoTabList({
  videoId,
  search,
  tabs,
  open,
}: {
  videoId: number;
  search: VideoSearch;
  tabs: readonly VideoTab[];
  open: VideoTab;
}) {
  const { t } = useTranslation("video");
  return (
    <TabRow label={t("tabs")} open={open}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/video/$videoId"
          params={{ videoId: String(videoId) }}
          search={{ ...search, tab }}
          replace
          resetScroll={false}
          className={tabStyles["tab"] ?? ""}
          activeOptions={{ exact: true, includeSearch: true }}
          onPointerEnter={() => PARTS[tab]?.prepare()}
          onFocus={() => PARTS[tab]?.prepare()}
          // An address may name no tab, or things no list knows: the router takes that for another page.
          {...(tab === open ? { "aria-current": "page", "data-status": "active" } : {})}
        >
          {t(LABELS[tab])}
        </Link>
      ))}
    </TabRow>
  );
}

export interface VideoTabProps {
  video: VideoDetail;
  player: FramedPlayer;
  /** The embed's options as its address takes them, which the page's player shows. */
  onEmbedOptions: (query: string) => void;
}

/** What an open tab shows. */
export const VideoTabContent = ({ tab, ...props }: VideoTabProps & { tab: VideoTab }) => (
  <Suspense fallback={<div className={tabStyles["coming"]} />}>
    <Content tab={tab} {...props} />
  </Suspense>
);

function Content({ tab, video, player, onEmbedOptions }: VideoTabProps & { tab: VideoTab }) {
  switch (tab) {
    case "overview":
      return <VideoOverview video={video} />;
    case "details":
      return <DetailsTab video={video} player={player} />;
    case "media":
      return <MediaTab video={video} player={player} />;
    case "embed":
      return <EmbedTab video={video} position={player.position} onOptions={onEmbedOptions} />;
    case "analytics":
      return <AnalyticsTab projectId={video.project_id} id={video.id} />;
    case "activity":
      return <ActivityTab video={video} />;
  }
}
