import type { EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import { newQuarters, percentOf, type ViewEvent, type ViewReport } from "@kinora/domain/analytics/view-events.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player } from "@kinora/player/options.ts";
import { createProviders } from "./view-providers.ts";

/** Follows the players of a page and reports what happens in them. */
export interface ViewWatch {
  /** Follows a player, and no other from now on. */
  follow(player: Player): void;
}

/** Events that happen once in a view; it may be paused, have ads and fail more than once. */
const ONCE: readonly ViewEvent[] = ["play", "25", "50", "75", "100"];

/** Reports views to the providers while `mayReport` allows it. What happened before that is not reported afterwards. */
export function watchViews(
  {
    hash,
    title,
    live,
    console,
    player: { settings },
  }: Pick<EmbedPage, "hash" | "title" | "live" | "console" | "player">,
  analytics: EmbedAnalytics,
  mayReport: () => boolean,
): ViewWatch {
  // The console's own previews are not measured.
  const isPreview = URL.canParse(document.referrer) && new URL(document.referrer).origin === console;
  const may = () => !isPreview && mayReport();
  const providers = createProviders(analytics, may, settings.cookieless ?? false);
  const reported = new Set<ViewEvent>();
  let followed: { player: Player; stop: AbortController } | null = null;

  function report(event: ViewEvent, { video }: Player): void {
    if (!may() || (ONCE.includes(event) && reported.has(event))) return;
    reported.add(event);
    if (!analytics.events.includes(event)) return;
    const facts: ViewReport = {
      event,
      video: hash,
      title,
      seconds: live ? 0 : video.currentTime,
      durationSeconds: durationOf(video, live),
      pageUrl: document.referrer || location.href.split("?", 1)[0] || "",
    };
    providers.send(facts);
  }

  return {
    follow(player) {
      providers.ready();
      if (followed?.player === player) return;
      if (!followed) for (const quarter of reached(player.video, live)) reported.add(quarter);
      followed?.stop.abort();
      const stop = new AbortController();
      followed = { player, stop };
      const { signal } = stop;
      const { video, root } = player;
      video.addEventListener("playing", () => report("play", player), { signal });
      video.addEventListener("pause", () => video.ended || report("pause", player), { signal });
      video.addEventListener("error", () => report("error", player), { signal });
      video.addEventListener(
        "timeupdate",
        () => {
          if (video.seeking) return;
          const percent = percentOf(video.currentTime, durationOf(video, live));
          for (const quarter of newQuarters(percent, reported)) report(quarter, player);
        },
        { signal },
      );
      root.addEventListener("kinora-ad", (event) => isImpression(event) && report("ad", player), { signal });
      if (!video.paused && !video.ended && video.currentTime > 0) report("play", player);
    },
  };
}

/** What a viewer had seen before the first report was allowed. */
const reached = (video: HTMLVideoElement, live: boolean): ViewEvent[] =>
  newQuarters(percentOf(video.currentTime, durationOf(video, live)), new Set());

/** Null for livestreams, which have no quarters. */
const durationOf = ({ duration }: HTMLVideoElement, live: boolean): number | null =>
  live || !Number.isFinite(duration) ? null : duration;

const isImpression = (event: Event): boolean =>
  event instanceof CustomEvent && (event.detail as { event?: unknown } | null)?.event === "impression";
