import type { EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player } from "@kinora/player/options.ts";
import type { ViewWatch } from "./view-watch.ts";
import { asksForPrivacy, onConsent, viewerConsent } from "./viewer-consent.ts";

let shown: Player | null = null;
let watching: Promise<ViewWatch> | null = null;

/**
 * Measures what happens in a player of the page, in place of the one before it: they continue the same view. What reports it is not
 * loaded before consent, where that is required, or where the browser asks that its viewer be not tracked.
 */
export function measure(page: EmbedPage, analytics: EmbedAnalytics, player: Player): void {
  shown = player;
  const { respect_dnt: respects = true } = page.player.settings;
  const may = () => viewerConsent() ?? !(analytics.consent || (respects && asksForPrivacy()));
  const update = () => {
    if (!watching && !may()) return;
    watching ??= import("./view-watch.ts").then(({ watchViews }) => watchViews(page, analytics, may));
    // Without the file the video plays, and nothing is reported.
    watching.then(
      (views) => player === shown && views.follow(player),
      () => undefined,
    );
  };
  onConsent(update);
  update();
}
