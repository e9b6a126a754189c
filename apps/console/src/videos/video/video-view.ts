import { libraryView, placeOf, type LibraryAddress } from "../library/library-view.ts";

/** The tabs of a video's page, in their order; the overview is the page's side where there is no room beside the tabs. */
export const VIDEO_TABS = [
  "overview",
  "details",
  "media",
  "embed",
  "ads",
  "restrictions",
  "analytics",
  "activity",
] as const;
export type VideoTab = (typeof VIDEO_TABS)[number];

/** Tabs of earlier versions, which are sections of the media now. */
const MEDIA_SECTIONS: readonly unknown[] = ["poster", "files", "captions"];

/** What the address of a video says: the open tab, and the list that led here, as the library's own address says it. */
export interface VideoSearch extends Omit<LibraryAddress, "peek"> {
  tab?: VideoTab;
}

/** Reads an address; what makes no sense counts as not said. */
export function readVideoSearch(raw: Record<string, unknown>): VideoSearch {
  const tab = MEDIA_SECTIONS.includes(raw["tab"]) ? "media" : VIDEO_TABS.find((known) => known === raw["tab"]);
  return { ...placeOf(libraryView.read(raw)), ...(tab === undefined ? {} : { tab }) };
}

/** The tabs a person has, and the open one. @param narrow whether the page's side is a tab. @param sees the parts that need a permission of their own. */
export function openTab(
  tab: VideoTab | undefined,
  narrow: boolean,
  sees: Readonly<Record<"ads" | "analytics", boolean>>,
): { tabs: readonly VideoTab[]; open: VideoTab } {
  const tabs = VIDEO_TABS.filter(
    (each) => (narrow || each !== "overview") && ((each !== "ads" && each !== "analytics") || sees[each]),
  );
  return { tabs, open: tabs.find((each) => each === tab) ?? (narrow ? "overview" : "details") };
}
