import { readLibrarySearch, type LibrarySearch } from "./libraryView.ts";

/** The parts of a video's page, in their order. */
export const VIDEO_TABS = [
  "details",
  "poster",
  "files",
  "captions",
  "embed",
  "restrictions",
  "analytics",
  "ads",
  "activity",
] as const;
export type VideoTab = (typeof VIDEO_TABS)[number];

/** What the address of a video says: the open part, and the list that led here, as the library's own address says it. */
export interface VideoSearch extends Omit<LibrarySearch, "peek"> {
  tab?: VideoTab;
}

/** Reads an address; what makes no sense counts as not said. */
export function readVideoSearch(raw: Record<string, unknown>): VideoSearch {
  const tab = VIDEO_TABS.find((known) => known === raw["tab"]);
  const { peek: _peek, ...list } = readLibrarySearch(raw);
  return { ...list, ...(tab === undefined || tab === "details" ? {} : { tab }) };
}
