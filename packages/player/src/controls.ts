import "media-chrome/dist/media-controller.js";
import "media-chrome/dist/media-captions-button.js";
import "media-chrome/dist/media-control-bar.js";
import "media-chrome/dist/media-fullscreen-button.js";
import "media-chrome/dist/media-live-button.js";
import "media-chrome/dist/media-loading-indicator.js";
import "media-chrome/dist/media-mute-button.js";
import "media-chrome/dist/media-pip-button.js";
import "media-chrome/dist/media-play-button.js";
import "media-chrome/dist/media-poster-image.js";
import "media-chrome/dist/media-preview-thumbnail.js";
import "media-chrome/dist/media-preview-time-display.js";
import "media-chrome/dist/media-time-display.js";
import "media-chrome/dist/media-time-range.js";
import "media-chrome/dist/media-volume-range.js";
import "media-chrome/dist/menu/media-playback-rate-menu.js";
import "media-chrome/dist/menu/media-rendition-menu.js";
import "media-chrome/dist/menu/media-settings-menu-button.js";
import "media-chrome/dist/menu/media-settings-menu-item.js";
import "media-chrome/dist/menu/media-settings-menu.js";
import { formatTime } from "media-chrome/dist/utils/time.js";
import { OWN_HOTKEYS } from "./keyboard.ts";
import "./player.css";
import type { PlayerOptions } from "./options.ts";

/** The parts of a player other files work with. */
export interface Controls {
  root: HTMLElement;
  controller: HTMLElement;
  video: HTMLVideoElement;
}

/** Tabler's "settings" (MIT), in the stroke of all our icons. */
const SETTINGS_ICON = `<svg slot="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065z"/><path d="M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0"/></svg>`;

// No text of anybody's is in this markup: what people wrote is set as attributes and text below.
const MARKUP = `
<media-controller defaultstreamtype="on-demand" hotkeys="${OWN_HOTKEYS}">
  <video slot="media" playsinline preload="none" crossorigin="anonymous"></video>
  <media-poster-image slot="poster"></media-poster-image>
  <media-loading-indicator slot="centered-chrome" noautohide></media-loading-indicator>
  <div slot="centered-chrome" class="kinora-start" noautohide>
    <media-play-button class="kinora-start-button" notooltip></media-play-button>
  </div>
  <div slot="top-chrome" class="kinora-title"></div>
  <div slot="top-chrome" class="kinora-latency" noautohide hidden></div>
  <media-settings-menu hidden anchor="auto">
    <media-settings-menu-item>
      Quality
      <media-rendition-menu slot="submenu" hidden><div slot="title">Quality</div></media-rendition-menu>
    </media-settings-menu-item>
    <media-settings-menu-item>
      Speed
      <media-playback-rate-menu slot="submenu" hidden rates="0.5 0.75 1 1.25 1.5 2"><div slot="title">Speed</div></media-playback-rate-menu>
    </media-settings-menu-item>
    <media-settings-menu-item class="kinora-latency-item" type="checkbox">Latency<span slot="suffix"></span></media-settings-menu-item>
  </media-settings-menu>
  <div class="kinora-shade"></div>
  <span class="kinora-duration"></span>
  <media-time-range></media-time-range>
  <media-control-bar>
    <media-play-button></media-play-button>
    <media-mute-button></media-mute-button>
    <media-volume-range></media-volume-range>
    <media-time-display showduration notoggle></media-time-display>
    <media-live-button></media-live-button>
    <span class="kinora-gap"></span>
    <media-captions-button></media-captions-button>
    <media-settings-menu-button>${SETTINGS_ICON}</media-settings-menu-button>
    <media-pip-button></media-pip-button>
    <media-fullscreen-button></media-fullscreen-button>
  </media-control-bar>
</media-controller>`;

/** What media-chrome remembers in local storage unless these attributes are set; choosing captions would fail without it. */
const PREFERENCES = ["nomutedpref", "novolumepref", "nosubtitleslangpref"];

/** Builds the player's elements inside `container`, replacing what was there. */
export function buildControls(container: HTMLElement, options: PlayerOptions): Controls {
  const root = document.createElement("div");
  root.className = "kinora-player";
  root.innerHTML = MARKUP;
  const controller = part(root, "media-controller");
  const video = part<HTMLVideoElement>(root, "video");

  controller.setAttribute("aria-label", options.title || "Video player");
  if (!canRemember()) for (const preference of PREFERENCES) controller.setAttribute(preference, "");
  if (options.live) {
    controller.setAttribute("defaultstreamtype", "live");
    // What people see is now; how far back they went is on the time bar.
    part(root, "media-time-display").remove();
  } else {
    part(root, "media-live-button").remove();
    part(root, ".kinora-latency-item").remove();
  }
  if (options.durationSeconds) {
    controller.setAttribute("defaultduration", String(options.durationSeconds));
    part(root, ".kinora-duration").textContent = formatTime(options.durationSeconds);
  }
  part(root, ".kinora-title").textContent = options.title;
  if (options.poster) showPoster(part(root, "media-poster-image"), options.poster);
  if (options.storyboard) video.append(storyboardTrack(options.storyboard));
  if (options.chapters) video.append(chaptersTrack(options.chapters));
  video.muted = options.muted ?? false;
  video.loop = options.loop ?? false;
  if (options.muted) controller.setAttribute("nomutedpref", "");

  container.replaceChildren(root);
  return { root, controller, video };
}

/** Sandboxed frames and browsers that block cookies have no storage: reading it throws (HTML §12.2.2). */
function canRemember(): boolean {
  try {
    return typeof globalThis.localStorage === "object";
  } catch {
    return false;
  }
}

/** A picture that is not there leaves the player dark, not broken. */
function showPoster(poster: HTMLElement, address: string): void {
  const picture = new Image();
  const show = () => poster.setAttribute("src", address);
  picture.addEventListener("load", show, { once: true });
  picture.src = address;
  // What the page showed before is here already, and would be gone for a moment.
  if (picture.complete && picture.naturalWidth > 0) show();
}

/** media-chrome takes the pictures of the time bar from a metadata track with exactly this label. */
function storyboardTrack(address: string): HTMLTrackElement {
  const track = document.createElement("track");
  track.kind = "metadata";
  track.label = "thumbnails";
  track.default = true;
  track.src = address;
  return track;
}

/** media-chrome divides the time bar by a default track of kind chapters. */
function chaptersTrack(address: string): HTMLTrackElement {
  const track = document.createElement("track");
  track.kind = "chapters";
  track.label = "Chapters";
  track.default = true;
  track.src = address;
  return track;
}

function part<Part extends HTMLElement>(root: HTMLElement, selector: string): Part {
  const found = root.querySelector<Part>(selector);
  if (!found) throw new Error(`The player's markup has no ${selector}.`);
  return found;
}
