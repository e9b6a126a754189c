import { EMBED_ELEMENT_ID, type EmbedPage, type EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import type { PlaylistPage } from "@kinora/domain/playback/playlist-page.ts";
import type { Player, PlayerOptions } from "@kinora/player/options.ts";
import { nameRequests } from "./address.ts";
import "./page.css";
import { showLive } from "./live-page.ts";
import { openPlayer } from "./open-player.ts";
import { setPageClock } from "./page-clock.ts";
import { setPageLanguage, translateNotice } from "./page-language.ts";
import { pagePlayerOptions, showDrafts, steerFromOutside } from "./page-player.ts";
import { watchViews } from "./report-views.ts";
import { fetchStatus, tellLeft } from "./status.ts";
import { showWaiting } from "./waiting-page.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

const element = document.getElementById(EMBED_ELEMENT_ID);
const data = element?.dataset["page"];
const playlist = element?.dataset["playlist"];
if (element && playlist) {
  const page = JSON.parse(playlist) as PlaylistPage;
  setPageClock(page.stamp);
  void import("./playlist-page.ts").then(({ showPlaylist }) => showPlaylist(element, page));
}
if (element && data) void show(element, JSON.parse(data) as EmbedPage);

async function show(container: HTMLElement, page: EmbedPage): Promise<void> {
  nameRequests(page);
  setPageClock(page.stamp);
  if (page.status.includes("?")) addEventListener("pagehide", () => tellLeft(page.status));
  await setPageLanguage(page.player.settings);
  if (page.live) showLive(container, page);
  else if (page.now.availability === "playable" || playsUpload(page.now)) startPlayer(container, page);
  else if (page.now.availability === "processing") {
    translateNotice(container, page.now);
    waitUntilPlayable(container, page, FIRST_WAIT_MS);
  }
}

function startPlayer(container: HTMLElement, page: EmbedPage): void {
  let player: Player | null = null;
  let disconnect = () => {};
  let newest: EmbedPage | null = null;
  const start = (shown: EmbedPage) => {
    newest = shown;
    disconnect();
    player?.destroy();
    player = null;
    const onProblem = (problem: string) => {
      if (problem === "gone") void showRefusal();
      return false;
    };
    void openPlayer(container, { ...optionsOf(shown), onProblem }, shown).then((opened) => {
      if (shown !== newest) return opened.destroy();
      player = opened;
      disconnect = steerFromOutside(opened, shown);
      // Another source that the console plays is no view of this video.
      if (shown.master !== page.master) return;
      watchViews(page, opened);
    });
  };
  /** Where playback was refused, the profile's message and picture take the place of the player. */
  async function showRefusal(): Promise<void> {
    const status = await fetchStatus(page.status).catch(() => null);
    if (!status) return;
    const { availability } = status;
    if (!isStopped(availability)) return;
    disconnect();
    newest = null;
    player?.destroy();
    player = null;
    showWaiting(container, status, availability);
  }
  showDrafts(page, () => player, start);
  start(page);
}

/** Whether this browser plays the uploaded file, while there are no renditions. */
const playsUpload = ({ arriving }: EmbedStatus): boolean =>
  arriving !== undefined && document.createElement("video").canPlayType(arriving.type) !== "";

/** Whether viewers may no longer play what they could. */
function isStopped(availability: EmbedStatus["availability"]): availability is "refused" | "taken_down" | "suspended" {
  return ["refused", "taken_down", "suspended"].includes(availability);
}

function optionsOf(page: EmbedPage): PlayerOptions {
  const options: PlayerOptions = { source: sourceOf(page, page.now), ...pagePlayerOptions(page) };
  if (page.poster) options.poster = page.poster;
  if (page.storyboard) options.storyboard = page.storyboard;
  if (page.moving_preview) options.movingPreview = true;
  if (page.chapters) options.chapters = page.chapters;
  if (page.transcripts) options.transcripts = page.transcripts;
  if (page.watched) options.watched = page.watched;
  if (page.duration_seconds) options.durationSeconds = page.duration_seconds;
  // The console plays another source, which is one.
  if (page.live) options.live = true;
  if (!page.now.settled) {
    options.renditions = {
      labels: page.now.renditions,
      check: async () => {
        const status = await fetchStatus(page.status);
        return {
          labels: status.renditions,
          settled: status.settled,
          available: !["missing", "failed"].includes(status.availability) && !isStopped(status.availability),
          source: sourceOf(page, status),
        };
      },
    };
  }
  return options;
}

const sourceOf = ({ master }: EmbedPage, { arriving }: EmbedStatus): string => arriving?.source ?? master;

/** The server renders the page again once the video can play, with its poster and everything else. */
function waitUntilPlayable(container: HTMLElement, page: EmbedPage, waitMs: number): void {
  setTimeout(() => {
    fetchStatus(page.status).then(
      (status) => {
        if (status.availability !== "processing" || playsUpload(status)) return location.reload();
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
