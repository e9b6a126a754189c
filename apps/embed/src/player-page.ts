import { EMBED_ELEMENT_ID, type EmbedPage, type EmbedStatus } from "@kinora/domain/embed-page.ts";
import { connectToPage } from "@kinora/player/messages.ts";
import type { PlayerOptions } from "@kinora/player/options.ts";
import { createPlayer } from "@kinora/player/player.ts";
import "./page.css";
import { showLive } from "./live-page.ts";
import { fetchStatus } from "./status.ts";
import { readWishes } from "./wishes.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

const element = document.getElementById(EMBED_ELEMENT_ID);
const data = element?.dataset["page"];
if (element && data) show(element, JSON.parse(data) as EmbedPage);

function show(container: HTMLElement, page: EmbedPage): void {
  if (page.live) showLive(container, page);
  else if (page.now.availability === "playable") startPlayer(container, page);
  else if (page.now.availability === "processing") waitUntilPlayable(container, page, FIRST_WAIT_MS);
}

function startPlayer(container: HTMLElement, page: EmbedPage): void {
  const options: PlayerOptions = { source: page.master, title: page.title, ...readWishes(location.search) };
  if (page.poster) options.poster = page.poster;
  if (page.storyboard) options.storyboard = page.storyboard;
  if (page.moving_preview) options.movingPreview = true;
  if (page.chapters) options.chapters = page.chapters;
  if (page.duration_seconds) options.durationSeconds = page.duration_seconds;
  if (!page.now.settled) {
    options.renditions = {
      labels: page.now.renditions,
      check: async () => {
        const status = await fetchStatus(page.status);
        return { labels: status.renditions, settled: status.settled, available: status.availability !== "missing" };
      },
    };
  }
  connectToPage(createPlayer(container, options), page.hash);
}

/** The page is written anew by the server once the video can play: then it has its poster and everything else. */
function waitUntilPlayable(container: HTMLElement, page: EmbedPage, waitMs: number): void {
  setTimeout(() => {
    fetchStatus(page.status).then(
      (status) => {
        if (status.availability !== "processing") return location.reload();
        showProgress(container, status);
        waitUntilPlayable(container, page, Math.min(waitMs * 1.25, LONGEST_WAIT_MS));
      },
      () => waitUntilPlayable(container, page, LONGEST_WAIT_MS),
    );
  }, waitMs);
}

function showProgress(container: HTMLElement, { progress }: EmbedStatus): void {
  const bar = container.querySelector("progress");
  if (!bar) return;
  bar.hidden = progress <= 0;
  bar.value = progress;
}
