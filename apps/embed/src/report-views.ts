import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player } from "@kinora/player/options.ts";
import type { CountedItem } from "./count-view.ts";
import { doesReport, tellPlayed } from "./status.ts";
import "./viewer-consent.ts";

/**
 * Counts the views of a page, and measures them for its project's providers; what does either is loaded after the player. Without
 * those files the video plays, and nothing is reported; nor by a player whose settings say so.
 */
export function watchViews(page: EmbedPage, player: Player): void {
  if (!doesReport(page)) return;
  const { analytics } = page;
  player.video.addEventListener("playing", () => tellPlayed({ ...page, player: page.player.hash }));
  const consent = analytics?.consent ?? false;
  const item = { ...page, player: page.player.hash, page: document.referrer || null, consent };
  countLater(item, player);
  if (analytics)
    import("./measure.ts").then(
      ({ measure }) => measure(page, analytics, player),
      () => undefined,
    );
}

/** Counts the view of an item, once what does that is loaded. */
export function countLater(item: CountedItem, player: Player): void {
  import("./count-view.ts").then(
    ({ countView }) => countView(item, player),
    () => undefined,
  );
}
