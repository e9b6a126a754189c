import { playerTexts } from "./language/language.ts";

/** Sizes of captions in percent of their usual one. */
export const CAPTION_SIZES = ["75", "100", "150", "200"] as const;
export const CAPTION_STYLES = ["dark", "yellow", "light", "outline"] as const;

/** The entries of the settings menu in which viewers choose captions and how these look. */
export function captionsMenu(): string {
  const { captions, captionsSize, captionsStyle, captionSizes, captionStyles } = playerTexts();
  const sizes = CAPTION_SIZES.map((size) => [size, captionSizes[size]] as const);
  const styles = CAPTION_STYLES.map((style) => [style, captionStyles[style]] as const);
  return `
<media-settings-menu-item class="kinora-captions-item">
  ${captions}
  <media-captions-menu slot="submenu" hidden><div slot="title">${captions}</div></media-captions-menu>
</media-settings-menu-item>${entry("size", captionsSize, sizes)}${entry("style", captionsStyle, styles)}`;
}

function entry(name: string, title: string, choices: readonly (readonly [string, string])[]): string {
  const items = choices.map(
    ([value, label]) => `<media-chrome-menu-item type="radio" value="${value}">${label}</media-chrome-menu-item>`,
  );
  return `
<media-settings-menu-item class="kinora-captions-item">
  ${title}
  <media-chrome-menu slot="submenu" hidden data-captions="${name}"><div slot="title">${title}</div>${items.join("")}</media-chrome-menu>
</media-settings-menu-item>`;
}
