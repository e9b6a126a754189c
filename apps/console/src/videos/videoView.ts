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

/** What the address of a video says: the open part, and how the list that led here was narrowed. */
export interface VideoSearch {
  tab?: VideoTab;
  search?: string;
  published?: "true" | "false";
}

/** Reads an address; what makes no sense counts as not said. */
export function readVideoSearch(raw: Record<string, unknown>): VideoSearch {
  const tab = VIDEO_TABS.find((known) => known === raw["tab"]);
  const search =
    typeof raw["search"] === "string" || typeof raw["search"] === "number"
      ? String(raw["search"]).trim().slice(0, 200)
      : "";
  const published = String(raw["published"]);
  return {
    ...(tab === undefined || tab === "details" ? {} : { tab }),
    ...(search === "" ? {} : { search }),
    ...(published === "true" || published === "false" ? { published } : {}),
  };
}
