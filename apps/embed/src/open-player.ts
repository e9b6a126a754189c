import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player, PlayerOptions } from "@kinora/player/options.ts";
import { createPlayer } from "@kinora/player/player.ts";
import { setPageLanguage } from "./page-language.ts";
import { reportedAds } from "./reported-ads.ts";

/** Puts the page's player into `container`. What plays ads is loaded for pages that have some; without it, the video plays alone. */
export async function openPlayer(
  container: HTMLElement,
  options: PlayerOptions,
  page: Pick<EmbedPage, "ads" | "hash" | "console">,
): Promise<Player> {
  const { hash } = page;
  await setPageLanguage(options.settings ?? {});
  const ads = page.ads && reportedAds(page.ads, { console: page.console, framedBy: document.referrer });
  if (!ads) return createPlayer(container, options);
  const loaded = await import("@kinora/player/ads/player-with-ads.ts").catch(() => null);
  return loaded
    ? loaded.createPlayerWithAds(container, { ...options, ads: { contentId: hash, plays: ads } })
    : createPlayer(container, options);
}
