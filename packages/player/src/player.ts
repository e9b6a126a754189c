import { buildControls } from "./controls.ts";
import { listenToKeys } from "./keyboard.ts";
import { showLatency } from "./latency-line.ts";
import { movePreview } from "./moving-preview.ts";
import { showNotice, type Notice } from "./notice.ts";
import type { Player, PlayerOptions } from "./options.ts";
import { RenditionList } from "./rendition-list.ts";
import { watchRenditions } from "./rendition-watch.ts";
import { holdPicture } from "./still.ts";
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
 * Puts a player into `container`. Nothing of the video is fetched before somebody wants to play it (or `autoplay` says so);
 * the part that reads HLS is fetched then, too.
 */
export function createPlayer(container: HTMLElement, options: PlayerOptions): Player {
  const { root, controller, video } = buildControls(container, options);
  const renditions = Object.assign(video, { videoRenditions: new RenditionList() }).videoRenditions;
  let stream: Promise<Stream> | null = null;
  let opened: Stream | null = null;
  let startSeconds = options.startSeconds ?? 0;
  let lookedAgainAt = -Infinity;

  function open(): Promise<Stream> {
    stream ??= openStream(video, {
      source: options.source,
      startSeconds,
      live: options.live ?? false,
      renditions,
      onWatched: options.onWatched,
      fades: options.fades,
      onProblem,
    }).then(
      (ready) => (opened = ready),
      (error: unknown) => {
        stream = null;
        onProblem("unreachable");
        throw error;
      },
    );
    return stream;
  }

  async function play(): Promise<void> {
    root.toggleAttribute("data-starting", true);
    try {
      await open();
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
    // Once all renditions are made, those that stood in for them are removed: the master playlist names the new ones.
    if (problem === "gone" && stream && performance.now() - lookedAgainAt > LOOK_AGAIN_MS) {
      lookedAgainAt = performance.now();
      return exchange(!video.paused);
    }
    const { title, text, retry } = PROBLEMS[problem];
    const notice: Notice = { title, text };
    if (retry) notice.action = { label: "Try again", run: tryAgain };
    showNotice(root, notice);
  }

  function tryAgain(): void {
    showNotice(root, null);
    controller.focus({ preventScroll: true });
    exchange(true);
  }

  /** Loads the master playlist again and goes on at the same moment. */
  function exchange(playing: boolean): void {
    if (!stream) return playing ? playQuietly() : undefined;
    const { currentTime, playbackRate } = video;
    holdPicture(video);
    stream.then(
      (ready) => {
        ready.reload(currentTime || startSeconds);
        video.playbackRate = playbackRate;
        if (playing) playQuietly();
      },
      () => undefined,
    );
  }

  root.addEventListener("mediaplayrequest", onRequest, true);
  root.addEventListener("mediaseekrequest", onRequest, true);
  controller.addEventListener("pointerenter", prepareStream, { once: true });
  controller.addEventListener("focusin", prepareStream, { once: true });

  const stopPreview =
    options.movingPreview && options.storyboard
      ? movePreview(controller, options.storyboard, () => stream === null)
      : null;

  const stopLatency = showLatency(root, () => opened?.latency() ?? null);

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

  const player: Player = {
    video,
    play,
    pause: () => video.pause(),
    seek(seconds) {
      const moment = Math.max(0, seconds);
      if (stream) video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration : moment);
      else startSeconds = moment;
    },
    destroy() {
      stopWatching?.();
      stopPreview?.();
      stopLatency();
      stopKeys();
      stream?.then(
        (ready) => ready.destroy(),
        () => undefined,
      );
      root.remove();
    },
  };
  const stopKeys = listenToKeys(controller, player);
  if (options.autoplay) playQuietly();
  return player;
}
