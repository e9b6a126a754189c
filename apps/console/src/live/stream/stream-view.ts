import { streamLogView, type LogAddress } from "../logs/log-view.ts";

/** The parts of a livestream's page, in their order. */
export const STREAM_TABS = ["setup", "health", "restream", "loop", "sessions", "analytics", "settings", "log"] as const;
export type StreamTab = (typeof STREAM_TABS)[number];

/** What the address of a livestream says: the open part (setting up is the first), and what its log is filtered by. */
export interface StreamSearch extends LogAddress {
  tab?: StreamTab;
}

/** Reads an address; what makes no sense counts as not said. */
export function readStreamSearch(raw: Record<string, unknown>): StreamSearch {
  // Activity was a part of its own.
  if (raw["tab"] === "activity") return { tab: "log", list: "activity" };
  const tab = STREAM_TABS.find((known) => known === raw["tab"]);
  if (tab === "log") return { tab, ...streamLogView.read(raw) };
  return tab === undefined || tab === "setup" ? {} : { tab };
}

/** The parts a person has, and the open one: the first of them unless the address names another. */
export function openPart(
  { tab }: StreamSearch,
  seesReports: boolean,
): { parts: readonly StreamTab[]; open: StreamTab } {
  const parts = STREAM_TABS.filter((each) => each !== "analytics" || seesReports);
  return { parts, open: parts.find((each) => each === tab) ?? "setup" };
}
