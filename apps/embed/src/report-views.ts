import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player } from "@kinora/player/options.ts";
import "./viewer-consent.ts";

/** Measures the views of a page whose project has providers; what does that is loaded for those alone. */
export function watchViews(page: EmbedPage, player: Player): void {
  const { analytics } = page;
  if (analytics)
    import("./measure.ts").then(
      ({ measure }) => measure(page, analytics, player),
      () => undefined,
    );
}
