import { Panel } from "@kinora/ui/Panel.tsx";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useOpenTabInView } from "../layout/useOpenTabInView.ts";
import type { FramedPlayer } from "../layout/usePlayer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { readVideoSearch, VIDEO_TABS, type VideoSearch, type VideoTab } from "./videoView.ts";
import tabStyles from "../layout/PageTabs.module.css";
import styles from "./VideoDetail.module.css";

const ActivityTab = lazyPart(async () => (await import("./ActivityTab.tsx")).ActivityTab);
const CaptionsTab = lazyPart(async () => (await import("./CaptionsTab.tsx")).CaptionsTab);
const DetailsTab = lazyPart(async () => (await import("./DetailsTab.tsx")).DetailsTab);
const EmbedTab = lazyPart(async () => (await import("./EmbedTab.tsx")).EmbedTab);
const FilesTab = lazyPart(async () => (await import("./FilesTab.tsx")).FilesTab);
const PosterTab = lazyPart(async () => (await import("./PosterTab.tsx")).PosterTab);

/** The parts whose code comes when somebody is about to open them; the others are a sentence each. */
const PARTS: Partial<Record<VideoTab, { prepare: () => void }>> = {
  details: DetailsTab,
  poster: PosterTab,
  files: FilesTab,
  captions: CaptionsTab,
  embed: EmbedTab,
  activity: ActivityTab,
};

const LABELS = {
  details: "tabDetails",
  poster: "tabPoster",
  files: "tabFiles",
  captions: "tabCaptions",
  embed: "tabEmbed",
  restrictions: "tabRestrictions",
  analytics: "tabAnalytics",
  ads: "tabAds",
  activity: "tabActivity",
} as const;

/** The part that opens by itself. */
const OPENS: VideoTab = "details";

/** Fetches the part that an address opens, while the video itself is still on its way. */
export const prepareVideoPart = (tab: VideoTab | undefined): void => PARTS[tab ?? OPENS]?.prepare();

/** The parts of a video's page; the address says which one is open. */
export function VideoTabs({
  video,
  search,
  player,
}: {
  video: VideoDetail;
  search: VideoSearch;
  player: FramedPlayer;
}) {
  return (
    <div className={styles["parts"]}>
      <VideoTabList videoId={video.id} search={search} />
      <Suspense fallback={<div className={tabStyles["coming"]} />}>
        <VideoPart tab={search.tab ?? OPENS} video={video} player={player} />
      </Suspense>
    </div>
  );
}

/** Links to the parts of a video's page, the open one marked. */
export function VideoTabList({ videoId, search }: { videoId: number; search: VideoSearch }) {
  const { t } = useTranslation("video");
  const open = search.tab ?? OPENS;
  const row = useOpenTabInView<HTMLElement>(open);
  return (
    <nav ref={row} className={tabStyles["tabs"]} aria-label={t("tabs")}>
      {VIDEO_TABS.map((tab) => (
        <Link
          key={tab}
          to="/video/$videoId"
          params={{ videoId: String(videoId) }}
          search={readVideoSearch({ ...search, tab })}
          replace
          resetScroll={false}
          className={tabStyles["tab"] ?? ""}
          activeOptions={{ exact: true, includeSearch: true }}
          onPointerEnter={() => PARTS[tab]?.prepare()}
          onFocus={() => PARTS[tab]?.prepare()}
          // An address may name the part that opens by itself, or things no list knows: the router takes that for another page.
          {...(tab === open ? { "aria-current": "page", "data-status": "active" } : {})}
        >
          {t(LABELS[tab])}
        </Link>
      ))}
    </nav>
  );
}

function VideoPart({ tab, video, player }: { tab: VideoTab; video: VideoDetail; player: FramedPlayer }) {
  const { t } = useTranslation("video");
  switch (tab) {
    case "details":
      return <DetailsTab video={video} />;
    case "poster":
      return <PosterTab video={video} player={player} />;
    case "files":
      return <FilesTab video={video} />;
    case "captions":
      return <CaptionsTab video={video} />;
    case "embed":
      return <EmbedTab video={video} />;
    case "restrictions":
      return <Panel>{t("restrictionsText")}</Panel>;
    case "analytics":
      return <Panel>{t("analyticsText")}</Panel>;
    case "ads":
      return <Panel>{t("adsText")}</Panel>;
    case "activity":
      return <ActivityTab video={video} />;
  }
}
