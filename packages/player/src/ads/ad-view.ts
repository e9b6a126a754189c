import type { PlayerTexts } from "../language/english.ts";
import { playerTexts } from "../language/language.ts";
import "./ads.css";

/** What a viewer may do with an ad. */
export interface AdActions {
  onToggle(): void;
  onMute(): void;
  onSkip(): void;
  /** Null: the ad leads nowhere. */
  onClick: (() => void) | null;
}

/** What the controls of an ad show. */
export interface AdState {
  /** From 1. */
  number: number;
  total: number;
  currentSeconds: number;
  /** 0 until known. */
  durationSeconds: number;
  /** Seconds until the ad can be skipped; null: never. */
  skipIn: number | null;
  paused: boolean;
  muted: boolean;
}

const icon = (path: string) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${path}</svg>`;
// Tabler's icons (MIT).
const ICONS = {
  play: icon(`<path d="M7 4v16l13 -8z" fill="currentColor"/>`),
  pause: icon(`<path d="M7 5h3v14h-3zM14 5h3v14h-3z" fill="currentColor"/>`),
  sound: icon(
    `<path d="M15 8a5 5 0 0 1 0 8M17.7 5a9 9 0 0 1 0 14M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5z"/>`,
  ),
  muted: icon(
    `<path d="M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5zM16 10l4 4m0 -4l-4 4"/>`,
  ),
  fullscreen: icon(
    `<path d="M4 8v-2a2 2 0 0 1 2 -2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2 -2v-2"/>`,
  ),
} as const;

// No text of anybody's is in this markup but the player's own.
const markup = ({ learnMore, fullScreen }: PlayerTexts) => `
<video class="kinora-ad-video" playsinline preload="auto" tabindex="-1"></video>
<div class="kinora-ad-line"><span></span></div>
<div class="kinora-ad-bar">
  <button type="button" class="kinora-ad-toggle"></button>
  <button type="button" class="kinora-ad-mute"></button>
  <span class="kinora-ad-label"></span>
  <span class="kinora-gap"></span>
  <button type="button" class="kinora-ad-more">${learnMore}</button>
  <button type="button" class="kinora-ad-skip" hidden></button>
  <button type="button" class="kinora-ad-fullscreen" aria-label="${fullScreen}">${ICONS.fullscreen}</button>
</div>`;

/** The layer of a player in which its ads play: a media element beside the content's, and controls of its own. */
export class AdView {
  readonly video: HTMLVideoElement;
  readonly #root: HTMLElement;
  readonly #layer: HTMLElement;
  #actions: AdActions | null = null;

  /** `controller` is the element that goes full screen; `root` says in `data-ad` whether an ad is shown. */
  constructor(root: HTMLElement, controller: HTMLElement) {
    this.#root = root;
    this.#layer = document.createElement("div");
    this.#layer.className = "kinora-ad";
    this.#layer.hidden = true;
    this.#layer.setAttribute("noautohide", "");
    this.#layer.setAttribute("role", "region");
    this.#layer.setAttribute("aria-label", playerTexts().advertisement);
    this.#layer.innerHTML = markup(playerTexts());
    this.video = this.#part<HTMLVideoElement>("video");
    this.video.addEventListener("click", () => (this.#actions?.onClick ?? this.#actions?.onToggle)?.());
    this.#part(".kinora-ad-toggle").addEventListener("click", () => this.#actions?.onToggle());
    this.#part(".kinora-ad-mute").addEventListener("click", () => this.#actions?.onMute());
    this.#part(".kinora-ad-more").addEventListener("click", () => this.#actions?.onClick?.());
    this.#part(".kinora-ad-skip").addEventListener("click", () => this.#actions?.onSkip());
    this.#part(".kinora-ad-fullscreen").addEventListener("click", () => {
      const type = document.fullscreenElement ? "mediaexitfullscreenrequest" : "mediaenterfullscreenrequest";
      this.#layer.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true }));
    });
    controller.append(this.#layer);
  }

  /** Waiting for an ad: the layer covers the content, with nothing to do yet. */
  wait(): void {
    this.#actions = null;
    this.#root.dataset["ad"] = "waiting";
    this.#layer.hidden = false;
    this.#layer.dataset["state"] = "waiting";
  }

  /** Shows an ad that begins. */
  show(actions: AdActions): void {
    this.#actions = actions;
    this.#root.dataset["ad"] = "playing";
    this.#layer.hidden = false;
    this.#layer.dataset["state"] = "playing";
    this.#part(".kinora-ad-more").hidden = actions.onClick === null;
  }

  update({ number, total, currentSeconds, durationSeconds, skipIn, paused, muted }: AdState): void {
    const texts = playerTexts();
    const left = Math.max(0, Math.ceil(durationSeconds - currentSeconds));
    const time = durationSeconds > 0 ? ` · ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
    this.#part(".kinora-ad-label").textContent = `${total > 1 ? texts.adOf(number, total) : texts.ad}${time}`;
    const share = durationSeconds > 0 ? Math.min(1, currentSeconds / durationSeconds) : 0;
    this.#part(".kinora-ad-line > span").style.transform = `scaleX(${share})`;
    button(this.#part(".kinora-ad-toggle"), paused ? texts.playAd : texts.pauseAd, paused ? ICONS.play : ICONS.pause);
    button(this.#part(".kinora-ad-mute"), muted ? texts.unmuteAd : texts.muteAd, muted ? ICONS.muted : ICONS.sound);
    const skip = this.#part<HTMLButtonElement>(".kinora-ad-skip");
    skip.hidden = skipIn === null;
    skip.disabled = skipIn !== null && skipIn > 0;
    const words = skipIn !== null && skipIn > 0 ? texts.skipIn(Math.ceil(skipIn)) : texts.skipAd;
    if (skip.textContent !== words) skip.textContent = words;
  }

  /** Back to the content. */
  hide(): void {
    this.#actions = null;
    this.#layer.hidden = true;
    delete this.#root.dataset["ad"];
    this.video.pause();
    this.video.removeAttribute("src");
    this.video.load();
  }

  /** Whether an element is one of the ad's controls. */
  owns(element: EventTarget | null): boolean {
    return element instanceof Node && this.#layer.contains(element);
  }

  remove(): void {
    this.hide();
    this.#layer.remove();
  }

  #part<Part extends HTMLElement>(selector: string): Part {
    const found = this.#layer.querySelector<Part>(selector);
    if (!found) throw new Error(`The ad's markup has no ${selector}.`);
    return found;
  }
}

function button(element: HTMLElement, label: string, picture: string): void {
  if (element.getAttribute("aria-label") === label) return;
  element.setAttribute("aria-label", label);
  element.innerHTML = picture;
}
