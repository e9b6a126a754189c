import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import type { EdgeVideo, PlaybackEdge } from "./playback-edge.ts";
import { expect } from "./product.ts";

export type Settings = Partial<PlayerSettings>;
/** What the player is on: its edge, and the video that it plays. */
export interface Stage {
  edge: PlaybackEdge;
  video: EdgeVideo;
}
/** What is read of a page; the same is read with the option and without it. */
export type See = (page: Page, stage: Stage) => Promise<unknown>;

export interface Option {
  /** What both players have. */
  base?: (stage: Stage) => Settings | Promise<Settings>;
  change: Settings | ((stage: Stage) => Promise<Settings>);
  see: See;
  usual: unknown;
  changed: unknown;
  /** `see` only reads the page as it was loaded, and leaves it so: such options share the player that has none of them. */
  still?: true;
}

/** Options that belong together. */
export type Group = { readonly [Name in keyof PlayerSettings]?: Option };

export const content = (page: Page) => page.locator("video[slot=media]");
export const placeOf = (page: Page) => content(page).evaluate((each: HTMLVideoElement) => each.currentTime);
export async function play(page: Page): Promise<void> {
  await page.locator(".kinora-start-button").click();
  await expect.poll(() => placeOf(page), { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0.2);
}
/** Whether an element is in the layout at all, shown now or not. */
export const isThere =
  (selector: string): See =>
  (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).display !== "none");
export const styleOf =
  (selector: string, property: string): See =>
  (page) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
/** A browser shows some buttons only where they work: whether the player offers one. */
export const isOffered =
  (selector: string): See =>
  (page) =>
    page.locator(selector).evaluate((element) => !element.hasAttribute("data-off"));

export const control = (name: keyof PlayerSettings, selector: string, see = isThere): Option => ({
  change: { [name]: !DEFAULT_PLAYER_SETTINGS[name] },
  see: see(selector),
  usual: DEFAULT_PLAYER_SETTINGS[name],
  changed: !DEFAULT_PLAYER_SETTINGS[name],
  still: true,
});

const RED = "#e01b24";
export const colour = (name: keyof PlayerSettings, property: string): Option => ({
  change: { [name]: RED },
  see: styleOf(".kinora-player", property),
  usual: expect.not.stringContaining(RED),
  changed: expect.stringContaining(RED),
  still: true,
});

export const picture = (name: "logo" | "watermark"): Option => ({
  change: { [name]: { picture: 1, link: "", corner: "bottom-left", opacity: 50, margin: 12, size: 40 } },
  see: (page) => page.locator(`.kinora-${name} img`).count(),
  usual: 0,
  changed: 1,
  still: true,
});

/** What is seen of the element at the end of the video. */
export const atTheEnd =
  (see: See): See =>
  async (page, stage) => {
    await play(page);
    await content(page).evaluate(async (each: HTMLVideoElement) => {
      const ended = new Promise((resolve) => each.addEventListener("ended", resolve, { once: true }));
      each.currentTime = each.duration - 0.3;
      await ended;
    });
    return see(page, stage);
  };
export const ending = (page: Page) => page.locator(".kinora-ending a");

/** What a viewer sees after a click: an ad, or the video from a moment on. */
export async function shownFirst(page: Page, fromSeconds = 0.2): Promise<string> {
  await page.locator(".kinora-start-button").click();
  const now = async () => {
    if (await page.locator(".kinora-ad[data-state=playing]").isVisible()) return "ad";
    return (await placeOf(page)) > fromSeconds ? "video" : "nothing";
  };
  await expect.poll(now, { timeout: LIVE_PATIENCE_MS }).not.toBe("nothing");
  return now();
}

export const skipButton = (page: Page) => page.locator(".kinora-ad-skip");
