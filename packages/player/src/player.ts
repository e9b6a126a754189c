import { startWhenVisible } from "./autostart.ts";
import { buildControls, showItem, type Controls } from "./controls.ts";
import { listenToKeys } from "./keyboard.ts";
import { loadMenus } from "./load-menus.ts";
import { movePreview } from "./moving-preview.ts";
import { showNotice } from "./notice.ts";
import type { ItemPlayer, PlayerOptions } from "./options.ts";
import { Playback } from "./playback.ts";
import { ActiveSettings } from "./player-settings.ts";
import { watchRenditions } from "./rendition-watch.ts";
import { allowStorage } from "./stored.ts";
import { prepareStream } from "./stream.ts";
import { offerTranscript } from "./transcript/transcript-button.ts";

/**
 * Puts a player into `container`. Nothing of the video is fetched before playback is requested (or `autoplay` says so);
 * the part that reads HLS is fetched then, too.
 */
export function createPlayer(container: HTMLElement, options: PlayerOptions): ItemPlayer {
  allowStorage(!options.settings?.cookieless);
  const controls = buildControls(container, options);
  const { root, controller, video } = controls;
  const settings = new ActiveSettings(controls, options);
  const playback = new Playback(controls, options, settings, () => options.beforePlay?.(player));

  // Before there is a stream, media-chrome's requests would reach an empty video: they open the stream instead.
  const onRequest = (event: Event) => {
    if (playback.isOpen) return;
    event.stopImmediatePropagation();
    if (event instanceof CustomEvent && typeof event.detail === "number") playback.seek(event.detail);
    playback.playQuietly();
  };
  root.addEventListener("mediaplayrequest", onRequest, true);
  root.addEventListener("mediaseekrequest", onRequest, true);
  prepareOnApproach(controls, options.live ?? false);

  const stopPreview =
    options.movingPreview && options.storyboard
      ? movePreview(controller, options.storyboard, () => !playback.isOpen)
      : null;
  const stopWatching = options.renditions
    ? watchRenditions(options.renditions, (state) => playback.onRenditions(state))
    : null;

  const player: ItemPlayer = {
    video,
    root,
    get settings() {
      return settings.now;
    },
    play: () => playback.play(),
    configure: (changed) => settings.change(changed),
    pause: () => video.pause(),
    seek: (seconds) => playback.seek(Math.max(0, seconds)),
    load(item) {
      showNotice(root, null);
      showItem({ root, controller, video }, item);
      playback.load(item.source, item.startSeconds ?? 0);
      transcript.change(item.transcripts ?? []);
    },
    destroy() {
      stopWatching?.();
      stopPreview?.();
      stopKeys();
      stopAutostart();
      transcript.stop();
      settings.stop();
      playback.destroy();
      root.remove();
    },
  };
  const transcript = offerTranscript(player, options.transcripts ?? []);
  const stopKeys = listenToKeys(controller, player, () => settings.now.keyboard);
  const stopAutostart = begin(root, playback, settings, options);
  return player;
}

/** Begins as the page or the settings ask for it. Returns a function that stops waiting for that. */
function begin(
  root: HTMLElement,
  playback: Playback,
  { now }: ActiveSettings,
  { autoplay }: PlayerOptions,
): () => void {
  const stop = now.autostart === "visible" ? startWhenVisible(root, () => playback.playQuietly()) : () => undefined;
  if (autoplay || now.autostart === "on") playback.playQuietly();
  else if (now.preload !== "none") playback.open().catch(() => undefined);
  return stop;
}

/** Fetches the menus and the part that reads HLS once someone is about to press play. */
function prepareOnApproach({ root, controller }: Pick<Controls, "root" | "controller">, live: boolean): void {
  const prepare = () => {
    loadMenus(root);
    prepareStream(live);
  };
  controller.addEventListener("pointerenter", prepare, { once: true });
  controller.addEventListener("focusin", prepare, { once: true });
}
