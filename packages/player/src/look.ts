import { DEFAULT_PLAYER_SETTINGS as usual, type PlayerSettings } from "@kinora/domain/players/settings.ts";

/** Custom properties of each colour; the usual ones are the style sheet's. */
function properties(settings: PlayerSettings): [name: string, value: string | null][] {
  const colour = (name: "primary_colour" | "background_colour" | "text_colour" | "track_colour") =>
    settings[name].toLowerCase() === usual[name] ? null : settings[name];
  const [primary, background, text, track] = [
    colour("primary_colour"),
    colour("background_colour"),
    colour("text_colour"),
    colour("track_colour"),
  ];
  const ground = background && `color-mix(in srgb, ${background} 96%, transparent)`;
  return [
    ["--kinora-primary", primary],
    ["--media-range-bar-color", primary],
    ["--kinora-ground", background],
    ["--media-settings-menu-background", ground],
    ["--media-menu-background", ground],
    ["--media-primary-color", text],
    ["--media-text-color", text],
    ["--media-icon-color", text],
    ["--media-range-track-background", track && `color-mix(in srgb, ${track} 30%, transparent)`],
    ["--kinora-radius", settings.radius > 0 ? `${settings.radius}px` : null],
  ];
}

/** Puts the settings' colours, shapes and styles on the player. */
export function applyLook(root: HTMLElement, settings: PlayerSettings): void {
  for (const [name, value] of properties(settings)) {
    if (value === null) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
  root.dataset["bigPlay"] = settings.big_play;
  root.dataset["bar"] = settings.control_bar;
  root.dataset["font"] = settings.font;
  root.dataset["fit"] = settings.poster_fit;
}

/** Puts custom CSS into the document of the player, which is a frame of its own; replaces what was there. */
export function applyCustomCss(css: string): void {
  const id = "kinora-custom-css";
  const style = document.getElementById(id) ?? document.createElement("style");
  style.id = id;
  style.textContent = css;
  if (css === "") style.remove();
  else document.head.append(style);
}
