/** Sizes of captions in percent of their usual one. */
export const CAPTION_SIZES = [
  ["75", "Small"],
  ["100", "Normal"],
  ["150", "Large"],
  ["200", "Very large"],
] as const;
export const CAPTION_STYLES = [
  ["dark", "White on black"],
  ["yellow", "Yellow on black"],
  ["light", "Black on white"],
  ["outline", "White, outlined"],
] as const;

/** The entries of the settings menu in which viewers choose captions and how these look. */
export const CAPTIONS_MENU = `
<media-settings-menu-item class="kinora-captions-item">
  Captions
  <media-captions-menu slot="submenu" hidden><div slot="title">Captions</div></media-captions-menu>
</media-settings-menu-item>${entry("size", "Captions size", CAPTION_SIZES)}${entry("style", "Captions style", CAPTION_STYLES)}`;

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
