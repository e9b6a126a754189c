import type { PlayerSettings } from "./settings.ts";

/** Contrast that text needs on its background (WCAG 2.2, 1.4.3). */
export const READABLE_CONTRAST = 4.5;

/** What is allowed but rarely works as people expect, each at the setting it belongs to. */
export type PlayerWarning =
  | { code: "autostart_with_sound"; setting: "autostart" }
  | { code: "low_contrast"; setting: "text_colour"; contrast: number };

/** Warnings about a player's settings. */
export function playerWarnings(settings: PlayerSettings): PlayerWarning[] {
  const warnings: PlayerWarning[] = [];
  if (settings.autostart !== "off" && !settings.mute_start)
    warnings.push({ code: "autostart_with_sound", setting: "autostart" });
  const contrast = contrastOf(settings.text_colour, settings.background_colour);
  if (contrast < READABLE_CONTRAST) warnings.push({ code: "low_contrast", setting: "text_colour", contrast });
  return warnings;
}

/** Contrast ratio of two colours `#rrggbb`, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
