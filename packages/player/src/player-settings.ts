import { allSettings, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { Controls } from "./controls.ts";
import { showEnding } from "./ending.ts";
import { applyCustomCss, applyLook } from "./look.ts";
import type { PlayerOptions } from "./options.ts";
import { showPictures } from "./overlays.ts";
import { storePosition } from "./resume.ts";
import { offerShare } from "./share-button.ts";
import { showControls } from "./shown.ts";

/** The settings of a player, which may change while it is on the page. */
export class ActiveSettings {
  readonly #controls: Controls;
  readonly #options: PlayerOptions;
  readonly #stops: (() => void)[];
  #now: PlayerSettings;

  constructor(controls: Controls, options: PlayerOptions) {
    this.#controls = controls;
    this.#options = options;
    this.#now = allSettings(options.settings ?? {});
    const { root, video } = controls;
    const { item } = options;
    const onContextMenu = (event: Event) => this.#now.context_menu || event.preventDefault();
    root.addEventListener("contextmenu", onContextMenu);
    this.#stops = [
      showEnding(root, video, options.poster, () => this.#now),
      offerShare(root, video, options.sharePage),
      ...(item === undefined || options.live ? [] : [storePosition(video, item, () => this.#now.resume)]),
    ];
    this.#apply();
    video.preload = options.settings?.preload ?? "none";
    if (this.#now.mute_start) video.muted = true;
  }

  get now(): PlayerSettings {
    return this.#now;
  }

  /** Shows other settings at once. */
  change(settings: Partial<PlayerSettings>): void {
    const before = this.#now;
    this.#now = allSettings(settings);
    this.#apply();
    if (before.mute_start !== this.#now.mute_start) this.#controls.video.muted = this.#now.mute_start;
  }

  #apply(): void {
    const { root, video } = this.#controls;
    const settings = this.#now;
    showControls(root, settings);
    applyLook(root, settings);
    showPictures(root, settings, this.#options.pictures);
    applyCustomCss(settings.custom_css);
    video.loop = this.#options.loop || settings.loop;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
