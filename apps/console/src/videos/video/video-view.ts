import { libraryView, placeOf, type LibraryAddress } from "../library/library-view.ts";

/** The tabs of a video's page, in their order; the overview is the page's side where there is no room beside the tabs. */
export const VIDEO_TABS = ["overview", "details", "media", "embed", "analytics", "activity"] as const;
export type VideoTab = (typeof VIDEO_TABS)[number];

/** Tabs of earlier versions, which are sections of others now. */
const SECTIONS: Readonly<Record<string, VideoTab>> = {
  ads: "details",
  restrictions: "details",
  poster: "media",
  files: "media",
  captions: "media",
};

/** What the address of a video says: the open tab, and the list that led here, as the library's own address says it. */
export interface VideoSearch extends Omit<LibraryAddress, "peek"> {
  tab?: VideoTab;
  /** Seconds at which the player begins. */
  start?: number;
  /** Id of the captions whose text is being edited. */
  captions_id?: number;
}

/** Reads an address; what makes no sense counts as not said. */
export function readVideoSearch(raw: Record<string, unknown>): VideoSearch {
  const named = raw["tab"];
  const tab = VIDEO_TABS.find((known) => known === named) ?? SECTIONS[String(named)];
  const start = Number(raw["start"]);
  const captions = Number(raw["captions_id"]);
  return {
    ...placeOf(libraryView.read(raw)),
    ...(tab === undefined ? {} : { tab }),
    ...(Number.isFinite(start) && start > 0 ? { start } : {}),
    ...(tab === "media" && Number.isSafeInteger(captions) && captions > 0 ? { captions_id: captions } : {}),
  };
}

/** The tabs a person has, and the open one. @param narrow whether the page's side is a tab. @param seesReports whether they may see the reports. */
export function openTab(
  tab: VideoTab | undefined,
  narrow: boolean,
  seesReports: boolean,
): { tabs: readonly VideoTab[]; open: VideoTab } {
  const tabs = VIDEO_TABS.filter((each) => (narrow || each !== "overview") && (seesReports || each !== "analytics"));
  return { tabs, open: tabs.find((each) => each === tab) ?? (narrow ? "overview" : "details") };
}
