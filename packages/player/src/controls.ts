import "media-chrome/dist/media-controller.js";
import "media-chrome/dist/media-captions-button.js";
import "media-chrome/dist/media-chrome-button.js";
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
import { formatTime } from "media-chrome/dist/utils/time.js";
import { captionsMenu } from "./captions-menu.ts";
import { DOWNLOAD_ICON, SETTINGS_ICON, SHARE_ICON, TRANSCRIPT_ICON } from "./icons.ts";
import { OWN_HOTKEYS } from "./keyboard.ts";
import type { PlayerTexts } from "./language/english.ts";
import { playerTexts } from "./language/language.ts";
import "./player.css";
import type { PlayerItem, PlayerOptions } from "./options.ts";
import { canStore } from "./stored.ts";

/** The parts of a player other files work with. */
export interface Controls {
  root: HTMLElement;
  controller: HTMLElement;
  video: HTMLVideoElement;
}

// No text of anybody's is in this markup but the player's own: what people wrote is set as attributes and text below.
const markup = ({ quality, speed, sound, latency, download, share, transcript }: PlayerTexts) => `
<media-controller defaultstreamtype="on-demand" hotkeys="${OWN_HOTKEYS}">
  <video slot="media" playsinline preload="none" crossorigin="anonymous"></video>
  <media-poster-image slot="poster"></media-poster-image>
  <media-loading-indicator slot="centered-chrome" noautohide></media-loading-indicator>
  <div slot="centered-chrome" class="kinora-start" noautohide>
    <media-play-button class="kinora-start-button" notooltip></media-play-button>
  </div>
  <div slot="top-chrome" class="kinora-title"><span class="kinora-title-text" dir="auto"></span><span class="kinora-description" dir="auto"></span></div>
  <div slot="top-chrome" class="kinora-latency" noautohide hidden></div>
  <media-settings-menu hidden anchor="auto">
    <media-settings-menu-item class="kinora-quality-item">
      ${quality}
      <media-rendition-menu slot="submenu" hidden><div slot="title">${quality}</div></media-rendition-menu>
    </media-settings-menu-item>
    <media-settings-menu-item class="kinora-rate-item">
      ${speed}
      <media-playback-rate-menu slot="submenu" hidden rates="0.5 0.75 1 1.25 1.5 2"><div slot="title">${speed}</div></media-playback-rate-menu>
    </media-settings-menu-item>
    <media-settings-menu-item class="kinora-sound-item" hidden>
      ${sound}
      <media-audio-track-menu slot="submenu" hidden><div slot="title">${sound}</div></media-audio-track-menu>
    </media-settings-menu-item>
    ${captionsMenu()}
    <media-settings-menu-item class="kinora-latency-item" type="checkbox">${latency}<span slot="suffix"></span></media-settings-menu-item>
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
    <media-chrome-button class="kinora-transcript-button" aria-label="${transcript.name}" hidden>${TRANSCRIPT_ICON}<span slot="tooltip-content">${transcript.name}</span></media-chrome-button>
    <media-settings-menu-button>${SETTINGS_ICON}</media-settings-menu-button>
    <a class="kinora-download" download aria-label="${download}" title="${download}" hidden>${DOWNLOAD_ICON}</a>
    <media-chrome-button class="kinora-share-button" aria-label="${share}" hidden>${SHARE_ICON}<span slot="tooltip-content">${share}</span></media-chrome-button>
    <media-cast-button></media-cast-button>
    <media-airplay-button></media-airplay-button>
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
  root.innerHTML = markup(playerTexts());
  const controller = part(root, "media-controller");
  const video = part<HTMLVideoElement>(root, "video");

  controller.setAttribute("aria-label", options.title || playerTexts().videoPlayer);
  if (!canStore()) for (const preference of PREFERENCES) controller.setAttribute(preference, "");
  if (options.live) {
    controller.setAttribute("defaultstreamtype", "live");
    // What people see is now; how far back they went is on the time bar.
    part(root, "media-time-display").remove();
  } else {
    part(root, "media-live-button").remove();
    part(root, ".kinora-latency-item").remove();
  }
  root.toggleAttribute("data-live", options.live ?? false);
  showItem({ root, controller, video }, options);
  if (options.watched) loadWatchedCurve(root, options.watched);
  video.muted = options.muted ?? false;
  if (options.muted) controller.setAttribute("nomutedpref", "");

  container.replaceChildren(root);
  // media-chrome sets aria-checked on it, which a button does not take (WAI-ARIA 1.2 §6.6).
  part(root, "media-captions-button").setAttribute("role", "switch");
  return { root, controller, video };
}

/** Shows a video's title, picture, duration and tracks in place of those before it. */
export function showItem({ root, controller, video }: Controls, item: PlayerItem): void {
  const { durationSeconds } = item;
  if (durationSeconds) controller.setAttribute("defaultduration", String(durationSeconds));
  else controller.removeAttribute("defaultduration");
  part(root, ".kinora-duration").textContent = durationSeconds ? formatTime(durationSeconds) : "";
  part(root, ".kinora-title-text").textContent = item.title;
  part(root, ".kinora-description").textContent = item.description ?? "";
  const download = part<HTMLAnchorElement>(root, ".kinora-download");
  download.hidden = !item.download;
  if (item.download) download.href = item.download;
  const poster = part(root, "media-poster-image");
  poster.removeAttribute("src");
  if (item.poster) showPoster(poster, item.poster);
  for (const track of video.querySelectorAll("track")) track.remove();
  if (item.storyboard) video.append(storyboardTrack(item.storyboard));
  if (item.chapters) video.append(chaptersTrack(item.chapters));
}

/** Most players have no curve. Where it is not fetched, they play without. */
function loadWatchedCurve(root: HTMLElement, parts: readonly number[]): void {
  import("./watched-curve.ts").then(
    ({ drawWatchedCurve }) => drawWatchedCurve(root, parts),
    () => undefined,
  );
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
