import type { EmbedPage, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import type { Player, PlayerOptions } from "@kinora/player/options.ts";
import { openPlayer } from "./open-player.ts";
import { pagePlayerOptions, showDrafts, steerFromOutside } from "./page-player.ts";
import { watchViews } from "./report-views.ts";
import { doesReport, fetchStatus, tellWatched } from "./status.ts";
import { showWaiting } from "./waiting-page.ts";

const WAITING_MS = 2_000;
const PLAYING_MS = 5_000;

/** What the player of a livestream asks for all the time. */
type Offered = { fades?: boolean; whep?: string | null };

/** Shows a livestream for as long as the page is open: what is announced while it is not on air, the player while it is. */
export function showLive(container: HTMLElement, given: EmbedPage): void {
  let shown: string | null = null;
  let { fades = false, whep = null }: Offered = given.now;
  let showing: Showing = { stop: () => undefined, playsOn: () => false };
  let page = given;
  let asking: ReturnType<typeof setTimeout> | undefined;

  function follow(status: EmbedStatus): void {
    const { availability } = status;
    ({ fades = false, whep = null } = status);
    if (status.ad_break) showing.player?.playCue?.(status.ad_break);
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
          ? play(container, page, { waited, fades: () => fades, whep: () => whep, onEnded })
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

  showDrafts(
    given,
    () => showing.player ?? null,
    (draft) => {
      page = draft;
      onEnded();
    },
  );
  follow(page.now);
}

/** What the page shows. */
interface Showing {
  player?: Player | null;
  stop(): void;
  /** Whether a picture has moved since this was asked last, and has not come to its end. */
  playsOn(): boolean;
}

/** Somebody who waited for it to begin has nothing to click any more; without their leave it begins without sound. */
function play(
  container: HTMLElement,
  page: EmbedPage,
  {
    waited,
    fades,
    whep,
    onEnded,
  }: { waited: boolean; onEnded: () => void } & Pick<Required<PlayerOptions>, "fades" | "whep">,
): Showing {
  const { startSeconds: _, loop: __, ...options } = pagePlayerOptions(page);
  const settings: PlayerOptions = {
    source: page.master,
    ...options,
    ...(page.poster && !waited ? { poster: page.poster } : {}),
    live: true,
    fades,
    whep,
    onWatched: (report) => doesReport(page) && tellWatched(page.hash, report),
    autoplay: (options.autoplay ?? false) && !waited,
  };
  const stopping = new AbortController();
  let shown: Player | null = null;
  let seenSeconds = -1;
  void openPlayer(container, settings, page).then((player) => {
    const { signal } = stopping;
    if (signal.aborted) return player.destroy();
    shown = player;
    watchViews(page, player);
    const disconnect = steerFromOutside(player, page);
    if (waited) begin(player);
    player.video.addEventListener("ended", onEnded, { signal });
    signal.addEventListener("abort", () => {
      disconnect();
      player.destroy();
    });
  });
  return {
    get player() {
      return shown;
    },
    stop: () => stopping.abort(),
    playsOn() {
      if (!shown) return false;
      const { video } = shown;
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
