import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";

/** Which elements each setting shows, from the player's root. */
const CONTROLS: [setting: keyof PlayerSettings, selector: string][] = [
  ["play_button", "media-control-bar media-play-button"],
  ["progress", "media-time-range"],
  ["thumbnails", "media-preview-thumbnail, .kinora-moving"],
  ["time", "media-time-display"],
  ["volume", "media-mute-button, media-volume-range"],
  ["quality_selector", ".kinora-quality-item"],
  ["playback_rate", ".kinora-rate-item"],
  ["captions", "media-captions-button, .kinora-captions-item"],
  ["picture_in_picture", "media-pip-button"],
  ["fullscreen", "media-fullscreen-button"],
  ["share", ".kinora-share-button"],
  ["transcript", ".kinora-transcript-button"],
  ["download", ".kinora-download"],
  ["chromecast", "media-cast-button"],
  ["airplay", "media-airplay-button"],
  ["live_controls", "media-live-button"],
  ["title_overlay", ".kinora-title-text"],
  ["description_overlay", ".kinora-description"],
];

/** Shows the controls that the settings ask for, and removes the others from view and from the order of the Tab key. */
export function showControls(root: HTMLElement, settings: PlayerSettings): void {
  for (const [name, selector] of CONTROLS)
    for (const element of root.querySelectorAll(selector)) element.toggleAttribute("data-off", !settings[name]);
  // A livestream's time bar is what goes back in it.
  if (root.hasAttribute("data-live") && !settings.live_controls)
    root.querySelector("media-time-range")?.toggleAttribute("data-off", true);
  const { quality_selector: quality, playback_rate: rate, captions, controls } = settings;
  const hasMenu = quality || rate || captions || root.hasAttribute("data-live");
  root.querySelector("media-settings-menu-button")?.toggleAttribute("data-off", !hasMenu);
  root.toggleAttribute("data-no-controls", !controls);
  root.toggleAttribute("data-curve", settings.most_watched && settings.progress && controls);
  root.toggleAttribute("data-no-thumbnails", !settings.thumbnails);
  root.toggleAttribute("data-no-transcript", !settings.transcript);

  const controller = root.querySelector("media-controller");
  // −1 keeps them (media-chrome, "autohide").
  controller?.setAttribute("autohide", String(settings.hide_after_seconds || -1));
  controller?.toggleAttribute("nohotkeys", !settings.keyboard);
  const rates = settings.playback_rates.length > 0 ? settings.playback_rates : DEFAULT_PLAYER_SETTINGS.playback_rates;
  root.querySelector("media-playback-rate-menu")?.setAttribute("rates", rates.join(" "));
}
