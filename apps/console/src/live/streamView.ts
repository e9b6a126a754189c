/** The parts of a livestream's page, in their order. */
export const STREAM_TABS = [
  "setup",
  "health",
  "restream",
  "loop",
  "sessions",
  "embed",
  "settings",
  "activity",
  "log",
] as const;
export type StreamTab = (typeof STREAM_TABS)[number];

/** What the address of a livestream says: the open part; setting up is the first. */
export interface StreamSearch {
  tab?: StreamTab;
}

/** Reads an address; what makes no sense counts as not said. */
export function readStreamSearch(raw: Record<string, unknown>): StreamSearch {
  const tab = STREAM_TABS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "setup" ? {} : { tab };
}
