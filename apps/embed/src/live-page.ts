import type { EmbedPage, EmbedStatus } from "@kinora/domain/embed-page.ts";
import { connectToPage } from "@kinora/player/messages.ts";
import type { Player } from "@kinora/player/options.ts";
import { createPlayer } from "@kinora/player/player.ts";
import { fetchStatus, tellWatched } from "./status.ts";
import { showWaiting } from "./waiting-page.ts";
import { readWishes } from "./wishes.ts";

const WAITING_MS = 2_000;
const PLAYING_MS = 5_000;

/** Shows a livestream for as long as the page is open: what is announced while it is not on air, the player while it is. */
export function showLive(container: HTMLElement, page: EmbedPage): void {
  let shown: string | null = null;
  let fades = page.now.fades ?? false;
  let stop = () => undefined as void;

  function follow(status: EmbedStatus): void {
    const { availability } = status;
    fades = status.fades ?? false;
    const shows =
      availability === "playable" ? availability : JSON.stringify([availability, status.start_at, status.picture]);
    if (shows !== shown) {
      const waited = shown !== null;
      stop();
      shown = shows;
      stop =
        availability === "playable"
          ? play(container, page, { waited, fades: () => fades })
          : showWaiting(container, status, availability);
    }
    setTimeout(ask, availability === "playable" ? PLAYING_MS : WAITING_MS);
  }

  function ask(): void {
    fetchStatus(page.status).then(follow, () => setTimeout(ask, PLAYING_MS));
  }

  follow(page.now);
}

/** Somebody who waited for it to begin has nothing to click any more; without their leave it begins without sound. */
function play(
  container: HTMLElement,
  page: EmbedPage,
  { waited, fades }: { waited: boolean; fades: () => boolean },
): () => void {
  const wishes = readWishes(location.search);
  const player = createPlayer(container, {
    source: page.master,
    title: page.title,
    ...(page.poster && !waited ? { poster: page.poster } : {}),
    live: true,
    fades,
    onWatched: (report) => tellWatched(page.hash, report),
    muted: wishes.muted,
    autoplay: wishes.autoplay && !waited,
  });
  const disconnect = connectToPage(player, page.hash);
  if (waited) begin(player);
  return () => {
    disconnect();
    player.destroy();
  };
}

function begin(player: Player): void {
  player.play().catch(() => {
    player.video.muted = true;
    player.play().catch(() => undefined);
  });
}
