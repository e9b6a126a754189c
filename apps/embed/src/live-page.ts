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
  let showing: Showing = { stop: () => undefined, playsOn: () => false };
  let asking: ReturnType<typeof setTimeout> | undefined;

  function follow(status: EmbedStatus): void {
    const { availability } = status;
    fades = status.fades ?? false;
    // The player comes after the stream, by seconds or, for who went back, by minutes.
    if (availability !== "playable" && showing.playsOn()) return askIn(WAITING_MS);
    const shows =
      availability === "playable" ? availability : JSON.stringify([availability, status.start_at, status.picture]);
    if (shows !== shown) {
      const waited = shown !== null;
      showing.stop();
      shown = shows;
      showing =
        availability === "playable"
          ? play(container, page, { waited, fades: () => fades, onEnded })
          : { stop: showWaiting(container, status, availability), playsOn: () => false };
    }
    askIn(availability === "playable" ? PLAYING_MS : WAITING_MS);
  }

  /** What ended is over, also for a stream that began again meanwhile: that is another playlist to the player. */
  function onEnded(): void {
    shown = "ended";
    ask();
  }

  function askIn(delayMs: number): void {
    clearTimeout(asking);
    asking = setTimeout(ask, delayMs);
  }

  function ask(): void {
    clearTimeout(asking);
    fetchStatus(page.status).then(follow, () => askIn(PLAYING_MS));
  }

  follow(page.now);
}

/** What the page shows. */
interface Showing {
  stop(): void;
  /** Whether a picture has moved since this was asked last, and has not come to its end. */
  playsOn(): boolean;
}

/** Somebody who waited for it to begin has nothing to click any more; without their leave it begins without sound. */
function play(
  container: HTMLElement,
  page: EmbedPage,
  { waited, fades, onEnded }: { waited: boolean; fades: () => boolean; onEnded: () => void },
): Showing {
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
  const { video } = player;
  video.addEventListener("ended", onEnded);
  let seenSeconds = -1;
  return {
    stop() {
      video.removeEventListener("ended", onEnded);
      disconnect();
      player.destroy();
    },
    playsOn() {
      const hasMoved = video.currentTime !== seenSeconds;
      seenSeconds = video.currentTime;
      return hasMoved && !video.paused && !video.ended;
    },
  };
}

function begin(player: Player): void {
  player.play().catch(() => {
    player.video.muted = true;
    player.play().catch(() => undefined);
  });
}
