import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";
import type { Player } from "@kinora/player/options.ts";
import { ViewMeter } from "@kinora/player/view-meter.ts";
import { asksForPrivacy, viewerConsent } from "./viewer-consent.ts";

/** What a player shows, and where its page is. */
export interface CountedItem {
  hash: string;
  /** Its master playlist; the address carries the pass of a viewer who has one. */
  master: string;
  live: boolean;
  /** Public id of the player; empty for none. */
  player: string;
  stamp: string;
  /** URL of the page around; null without one. */
  page: string | null;
  /** Whether its project counts viewers apart from others only where they consent. */
  consent: boolean;
}

interface View {
  item: CountedItem;
  number: number;
  reports: number;
  begunAt: number;
  sums: ViewSums;
}

/** One view for each item of the page, numbered from 0, however often its player is made again. */
const views = new Map<string, View>();
/** Views whose last report did not arrive. */
const unsent = new Set<View>();
let current: { view: View; meter: ViewMeter } | null = null;

/** Counts what happens in a player, in place of what was counted before. Nothing depends on the reports' arrival. */
export function countView(item: CountedItem, player: Player): void {
  current?.meter.stop();
  const known = views.get(item.hash);
  const view = known ?? {
    item,
    number: views.size,
    reports: 0,
    begunAt: performance.now(),
    sums: { ...NO_SUMS, heights: {} },
  };
  views.set(item.hash, view);
  view.item = item;
  current = { view, meter: new ViewMeter(view.sums, player, item.live, () => send(view)) };
  if (!known) send(view);
}

function send(view: View): void {
  unsent.delete(view);
  fetch(addressOf(view), { method: "POST", body: reportOf(view), credentials: "omit", keepalive: true }).catch(() =>
    unsent.add(view),
  );
}

/** A page that goes away can only leave a beacon behind. */
function leave(): void {
  if (!current) return;
  current.meter.sample();
  navigator.sendBeacon(addressOf(current.view), reportOf(current.view));
}

const addressOf = ({ item: { hash, master } }: View): string => {
  const pass = /\/~([^/]+)\//.exec(master)?.[1];
  return `/embed/${hash}/view${pass ? `?token=${pass}` : ""}`;
};

function reportOf(view: View): string {
  const { item, number, begunAt, sums } = view;
  view.reports += 1;
  const report: PlayerReport = {
    number,
    report: view.reports,
    stamp: item.stamp,
    age_ms: Math.round(performance.now() - begunAt),
    page: item.page?.split(/[?#]/)[0] || null,
    player: item.player || null,
    limited: isLimited(item),
    ...sums,
    first_frame_ms: sums.first_frame_ms === null ? null : Math.round(sums.first_frame_ms),
    watched_ms: Math.round(sums.watched_ms),
    waited_ms: Math.round(sums.waited_ms),
    heights: Object.fromEntries(Object.entries(sums.heights).map(([height, ms]) => [height, Math.round(ms)])),
  };
  return JSON.stringify(report);
}

/** Who asks not to be tracked, or did not consent where that is required, is not distinguished from others. */
const isLimited = ({ consent }: CountedItem): boolean => asksForPrivacy() || !(viewerConsent() ?? !consent);

addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => document.hidden && leave());
addEventListener("online", () => {
  for (const view of unsent) send(view);
});
