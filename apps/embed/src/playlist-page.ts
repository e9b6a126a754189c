import { readPlayOptions } from "@kinora/domain/playback/play-options.ts";
import type { PlaylistPage } from "@kinora/domain/playback/playlist-page.ts";
import { createPlayer } from "@kinora/player/player.ts";
import { playPlaylist } from "@kinora/player/playlist/playlist-player.ts";
import { keepPlace, readPlace } from "@kinora/player/playlist/remembered-place.ts";
import { allowStorage } from "@kinora/player/stored.ts";
import { setPageLanguage } from "./page-language.ts";
import { steerFromOutside } from "./page-player.ts";
import { showChannel } from "./playlist-channel.ts";
import { countViewOf, entriesOf, loadVideo, playerOptions, tellPlayedOf } from "./playlist-videos.ts";
import { tellLeft } from "./status.ts";

/** Shows a playlist: its player, and the list of its videos. What plays ads is loaded for playlists that may have some. */
export async function showPlaylist(container: HTMLElement, page: PlaylistPage): Promise<void> {
  if (page.pass !== null && !page.is_preview)
    addEventListener("pagehide", () => tellLeft(`/embed/${page.hash}/status.json?token=${page.pass}`));
  await setPageLanguage(page.player.settings);
  const withAds = page.ads ? await import("@kinora/player/ads/player-with-ads.ts").catch(() => null) : null;
  const create = withAds?.createPlayerWithAds ?? createPlayer;
  if (page.starts_at_ms !== null) return showChannel(container, page, page.starts_at_ms, create);
  const asked = readPlayOptions(new URLSearchParams(location.search));
  // Before there is a player, the place someone was at is read.
  allowStorage(!page.player.settings.cookieless);
  const { first, firstSeconds } = firstOf(page, asked.startSeconds);
  playPlaylist(container, {
    name: page.name,
    entries: entriesOf(page),
    layout: page.layout,
    autoplayNext: page.autoplay_next,
    loop: page.loop || asked.loop,
    shuffle: page.shuffle || new URLSearchParams(location.search).get("shuffle") === "1",
    first,
    firstSeconds,
    autoplay: asked.autoplay || page.player.settings.autostart === "on",
    load: (index) => loadVideo(page, index),
    onItem: (index, player) => countViewOf(page, index, player),
    onPlaying: (index) => tellPlayedOf(page, index),
    create(stage, item, more) {
      const player = create(stage, { ...item, ...more, ...playerOptions(page), muted: asked.muted });
      steerFromOutside(player, page);
      return player;
    },
    onPlace(index, seconds) {
      const video = index === null ? undefined : page.entries[index]?.hash;
      keepPlace(page.hash, video === undefined ? null : { video, seconds });
    },
  });
}

/** The video that the address names, or the one someone was at, or the first one. */
function firstOf({ hash, entries }: PlaylistPage, startSeconds: number): { first: number; firstSeconds: number } {
  const named = new URLSearchParams(location.search).get("video");
  const at = entries.findIndex((entry) => entry.hash === named);
  if (at >= 0) return { first: at, firstSeconds: startSeconds };
  const place = readPlace(hash);
  const kept = place ? entries.findIndex((entry) => entry.hash === place.video) : -1;
  if (!place || kept < 0) return { first: 0, firstSeconds: startSeconds };
  return { first: kept, firstSeconds: place.seconds };
}
