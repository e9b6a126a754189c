import { Panel } from "@kinora/ui/Panel.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { VideoDetail } from "../platform/videos.ts";
import { ActivityTab } from "./ActivityTab.tsx";
import { CaptionsPanel } from "./CaptionsPanel.tsx";
import { ChaptersPanel } from "./ChaptersPanel.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import { EmbedTab } from "./EmbedTab.tsx";
import { FilesTab } from "./FilesTab.tsx";
import { PosterTab } from "./PosterTab.tsx";
import { SchedulePanel } from "./SchedulePanel.tsx";
import type { FramedPlayer } from "./usePlayer.ts";
import { readVideoSearch, VIDEO_TABS, type VideoSearch, type VideoTab } from "./videoView.ts";
import tabStyles from "../layout/PageTabs.module.css";
import styles from "./VideoDetail.module.css";

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
      <VideoPart tab={search.tab ?? OPENS} video={video} player={player} />
    </div>
  );
}

/** Links to the parts of a video's page, the open one marked. */
export function VideoTabList({ videoId, search }: { videoId: number; search: VideoSearch }) {
  const { t } = useTranslation("video");
  const open = search.tab ?? OPENS;
  return (
    <nav className={tabStyles["tabs"]} aria-label={t("tabs")}>
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
      return (
        <div className={styles["stack"]}>
          <DetailsForm video={video} />
          <SchedulePanel video={video} />
        </div>
      );
    case "poster":
      return <PosterTab video={video} player={player} />;
    case "files":
      return <FilesTab video={video} />;
    case "captions":
      return (
        <div className={styles["stack"]}>
          <CaptionsPanel video={video} />
          <ChaptersPanel video={video} />
        </div>
      );
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
