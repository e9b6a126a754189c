import { startWhenVisible } from "./autostart.ts";
import { buildControls, showItem, type Controls } from "./controls.ts";
import { listenToKeys } from "./keyboard.ts";
import { loadMenus } from "./load-menus.ts";
import { movePreview } from "./moving-preview.ts";
import { showNotice, type Notice } from "./notice.ts";
import type { ItemPlayer, PlayerOptions } from "./options.ts";
import { ActiveSettings } from "./player-settings.ts";
import { RenditionList } from "./rendition-list.ts";
import { watchRenditions } from "./rendition-watch.ts";
import { storedPosition } from "./resume.ts";
import { holdPicture } from "./still.ts";
import { allowStorage } from "./stored.ts";
import { openStream, prepareStream, type Stream, type StreamProblem } from "./stream.ts";

/** A file that is gone is looked for at its new place this often at most. */
const LOOK_AGAIN_MS = 10_000;

const PROBLEMS: Record<StreamProblem, { title: string; text: string; retry: boolean }> = {
  unreachable: { title: "The video could not be loaded", text: "Check your connection and try again.", retry: true },
  unplayable: {
    title: "This browser could not play the video",
    text: "Try again, or use another browser.",
    retry: true,
  },
  gone: { title: "This video is not available", text: "It may have been removed or made private.", retry: false },
};

/**
 * Puts a player into `container`. Nothing of the video is fetched before playback is requested (or `autoplay` says so);
 * the part that reads HLS is fetched then, too.
 */
export function createPlayer(container: HTMLElement, options: PlayerOptions): ItemPlayer {
  allowStorage(!options.settings?.cookieless);
  const controls = buildControls(container, options);
  const { root, controller, video } = controls;
  const settings = new ActiveSettings(controls, options);
  const renditions = Object.assign(video, { videoRenditions: new RenditionList() }).videoRenditions;
  let stream: Promise<Stream> | null = null;
  let { source } = options;
  let startSeconds = options.startSeconds || (settings.now.resume && options.item ? storedPosition(options.item) : 0);
  let ready: Promise<void> | null = null;
  let lookedAgainAt = -Infinity;

  function open(): Promise<Stream> {
    if (!stream) loadMenus(root);
    stream ??= openStream(video, {
      source,
      startSeconds,
      live: options.live ?? false,
      renditions,
      onWatched: options.onWatched,
      fades: options.fades,
      quality: () => settings.now,
      onProblem,
    }).catch((error: unknown) => {
      stream = null;
      onProblem("unreachable");
      throw error;
    });
    return stream;
  }

  async function play(): Promise<void> {
    root.toggleAttribute("data-starting", true);
    try {
      await open();
      ready ??= options.beforePlay?.(player) ?? Promise.resolve();
      await ready;
      await video.play();
    } finally {
      root.removeAttribute("data-starting");
    }
  }

  // Before there is a stream, media-chrome's requests would reach an empty video: they open the stream instead.
  const onRequest = (event: Event) => {
    if (stream) return;
    event.stopImmediatePropagation();
    if (event instanceof CustomEvent && typeof event.detail === "number") startSeconds = event.detail;
    playQuietly();
  };

  // A refusal to play is no fault: the player stays where it is and waits for a click.
  const playQuietly = () => void play().catch(() => undefined);

  function onProblem(problem: StreamProblem): void {
    // Once all renditions are made, their temporary substitutes are removed: the master playlist names the new ones.
    if (problem === "gone" && stream && performance.now() - lookedAgainAt > LOOK_AGAIN_MS) {
      lookedAgainAt = performance.now();
      return exchange(!video.paused);
    }
    if (isTakenCareOf(root, problem, options)) return;
    showProblem(root, problem, tryAgain);
  }

  function tryAgain(): void {
    showNotice(root, null);
    controller.focus({ preventScroll: true });
    exchange(true);
  }

  /** Reloads the multivariant playlist and resumes at the same moment. */
  function exchange(playing: boolean): void {
    if (!stream) return playing ? playQuietly() : undefined;
    const { currentTime, playbackRate } = video;
    holdPicture(video);
    stream.then((ready) => {
      ready.reload(currentTime || startSeconds);
      video.playbackRate = playbackRate;
      if (playing) playQuietly();
    }, isReported);
  }

  root.addEventListener("mediaplayrequest", onRequest, true);
  root.addEventListener("mediaseekrequest", onRequest, true);
  prepareOnApproach(controls, options.live ?? false);

  const stopPreview =
    options.movingPreview && options.storyboard
      ? movePreview(controller, options.storyboard, () => stream === null)
      : null;

  const stopWatching = options.renditions
    ? watchRenditions(options.renditions, ({ available }) => {
        if (!available) {
          video.pause();
          lookedAgainAt = performance.now();
          onProblem("gone");
        } else if (stream) {
          exchange(!video.paused);
        }
      })
    : null;

  const player: ItemPlayer = {
    video,
    root,
    get settings() {
      return settings.now;
    },
    play,
    configure: (changed) => settings.change(changed),
    pause: () => video.pause(),
    seek(seconds) {
      const moment = Math.max(0, seconds);
      if (stream) video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration : moment);
      else startSeconds = moment;
    },
    load(item) {
      showNotice(root, null);
      ({ source, startSeconds = 0 } = item);
      lookedAgainAt = -Infinity;
      ready = null;
      showItem({ root, controller, video }, item);
      stream?.then((ready) => ready.load(item.source, item.startSeconds ?? 0), isReported);
    },
    destroy() {
      stopWatching?.();
      stopPreview?.();
      stopKeys();
      stopAutostart();
      settings.stop();
      stream?.then((ready) => ready.destroy(), isReported);
      root.remove();
    },
  };
  const stopKeys = listenToKeys(controller, player, () => settings.now.keyboard);
  const stopAutostart = settings.now.autostart === "visible" ? startWhenVisible(root, playQuietly) : () => undefined;
  if (options.autoplay || settings.now.autostart === "on") playQuietly();
  else if (settings.now.preload !== "none") open().catch(() => undefined);
  return player;
}

/** A stream that could not be opened has already shown its problem. */
const isReported = () => undefined;

/** Fetches the menus and the part that reads HLS once someone is about to press play. */
function prepareOnApproach({ root, controller }: Pick<Controls, "root" | "controller">, live: boolean): void {
  const prepare = () => {
    loadMenus(root);
    prepareStream(live);
  };
  controller.addEventListener("pointerenter", prepare, { once: true });
  controller.addEventListener("focusin", prepare, { once: true });
}

/** Says that it cannot go on to all who listen, and asks the page whether it does something about it. */
function isTakenCareOf(root: HTMLElement, problem: StreamProblem, { onProblem }: PlayerOptions): boolean {
  root.dispatchEvent(new CustomEvent("kinora-problem", { detail: problem }));
  return onProblem?.(problem) ?? false;
}

function showProblem(root: HTMLElement, problem: StreamProblem, tryAgain: () => void): void {
  const { title, text, retry } = PROBLEMS[problem];
  const notice: Notice = { title, text };
  if (retry) notice.action = { label: "Try again", run: tryAgain };
  showNotice(root, notice);
}
