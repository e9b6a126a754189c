import type { ViewSums } from "./view-sums.ts";

/**
 * What a player reports of a view: sums from its start, so that a report that comes twice, or that is lost and followed by
 * another one, counts right.
 */
export interface PlayerReport extends ViewSums {
  /** The place of the view among those of its page, from 0. */
  number?: number | undefined;
  /** A random id of the view, of players that do not number them. */
  view?: string | undefined;
  /** The number of the report within the view. */
  report: number;
  /** When the page was made, as the server signed it. */
  stamp: string;
  /** Milliseconds since the player was loaded. */
  age_ms: number;
  /** URL of the page around the player without its query; null without one. */
  page: string | null;
  /** Public id of the player; null for none. */
  player: string | null;
  /** The viewer wants not to be distinguished from others: neither country nor page nor visitor is recorded. */
  limited: boolean;
}

export type Audience = "viewer" | "team" | "bot";
export type Device = "desktop" | "phone" | "tablet" | "tv" | "other";

/** A report with what the edge knows of it. */
export interface ArrivedReport {
  view: string;
  report: number;
  sums: ViewSums;
  viewed: boolean;
  arrivedAt: Date;
  /** Of the load, by the server's clock. */
  loadedAt: Date;
  /** UTC day on which the page was made: the same for every report of a view, on every edge. */
  day: string;
  item: { kind: "video" | "stream"; id: number; projectId: number };
  player: string | null;
  /** Public id of the playlist that its page shows; null for a page of one item. */
  playlist: string | null;
  host: string | null;
  path: string | null;
  country: string | null;
  device: Device;
  browser: string;
  audience: Audience;
  /** Held in memory until the visitor's hash is made of it; null where viewers are not distinguished. */
  client: string | null;
}
