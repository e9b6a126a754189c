import { EMBED_NOTICES, type Availability, type EmbedPage } from "@kinora/domain/embed-page.ts";
import { connectToPage } from "@kinora/player/messages.ts";
import type { Player } from "@kinora/player/options.ts";
import { createPlayer } from "@kinora/player/player.ts";
import { fetchStatus } from "./status.ts";
import { readWishes } from "./wishes.ts";

const WAITING_MS = 2_000;
const PLAYING_MS = 5_000;

/** Shows a livestream for as long as the page is open: a sentence while it is not on air, the player while it is. */
export function showLive(container: HTMLElement, page: EmbedPage): void {
  let shown: Availability | null = null;
  let stop = () => undefined as void;

  function follow(availability: Availability): void {
    if (availability !== shown) {
      const waited = shown !== null;
      stop();
      shown = availability;
      stop = availability === "playable" ? play(container, page, waited) : notice(container, availability);
    }
    setTimeout(ask, availability === "playable" ? PLAYING_MS : WAITING_MS);
  }

  function ask(): void {
    fetchStatus(page.status).then(
      (status) => follow(status.availability),
      () => setTimeout(ask, PLAYING_MS),
    );
  }

  follow(page.now.availability);
}

/** Somebody who waited for it to begin has nothing to click any more; without their leave it begins without sound. */
function play(container: HTMLElement, page: EmbedPage, waited: boolean): () => void {
  const wishes = readWishes(location.search);
  const player = createPlayer(container, {
    source: page.master,
    title: page.title,
    live: true,
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

function notice(container: HTMLElement, availability: Exclude<Availability, "playable">): () => void {
  const { title, text } = EMBED_NOTICES[availability];
  const panel = document.createElement("div");
  panel.className = "notice";
  panel.setAttribute("role", "status");
  for (const [sentence, className] of [
    [title, "notice-title"],
    [text, ""],
  ] as const) {
    const paragraph = document.createElement("p");
    paragraph.className = className;
    paragraph.textContent = sentence;
    panel.append(paragraph);
  }
  container.replaceChildren(panel);
  return () => undefined;
}
