import { atTheEnd, content, ending, placeOf, play, type Group } from "./player-sights.ts";
import { expect } from "./product.ts";

/** How the video is loaded and played, to its end. */
export const playbackOptions = {
  autostart: {
    base: () => ({ mute_start: true }),
    change: { autostart: "on" },
    see: (page) =>
      page
        .locator(".kinora-player")
        .evaluate((player) => player.hasAttribute("data-starting") || player.querySelector("video")?.paused === false),
    usual: false,
    changed: true,
  },
  mute_start: {
    change: { mute_start: true },
    async see(page) {
      await play(page);
      return content(page).evaluate((each: HTMLVideoElement) => each.muted);
    },
    usual: false,
    changed: true,
  },
  loop: {
    change: { loop: true },
    async see(page) {
      await play(page);
      await content(page).evaluate((each: HTMLVideoElement) => (each.currentTime = each.duration - 0.3));
      const state = () =>
        content(page).evaluate((each: HTMLVideoElement) => {
          if (each.ended) return "ended";
          return each.currentTime < 5 ? "again" : "playing";
        });
      await expect.poll(state).not.toBe("playing");
      return state();
    },
    usual: "ended",
    changed: "again",
  },
  start_quality: {
    change: { start_quality: 720 },
    async see(page) {
      const first = page.waitForRequest(/\/\d+p\/\d+\.m4s/);
      await play(page);
      return /\/(\d+p)\//.exec((await first).url())?.[1];
    },
    usual: "360p",
    changed: "720p",
  },
  quality_cap: {
    change: { quality_cap: 360 },
    async see(page) {
      await play(page);
      return content(page).evaluate((each) =>
        [...(Reflect.get(each, "videoRenditions") as Iterable<{ height: number }>)].map(({ height }) => height),
      );
    },
    usual: [360, 720],
    changed: [360],
  },
  preload: {
    change: { preload: "auto" },
    async see(page) {
      const preload = await content(page).evaluate((each: HTMLVideoElement) => each.preload);
      const isLoaded = () => content(page).evaluate((each: HTMLVideoElement) => each.readyState > 0);
      if (preload !== "none") await expect.poll(isLoaded).toBe(true);
      return isLoaded();
    },
    usual: false,
    changed: true,
    still: true,
  },
  resume: {
    change: { resume: true },
    async see(page, { video }) {
      await page.evaluate((key) => localStorage.setItem(key, "6"), `kinora:position:${video.hash}`);
      await page.reload();
      await play(page);
      return (await placeOf(page)) >= 6;
    },
    usual: false,
    changed: true,
  },
  playback_rates: {
    change: { playback_rates: [1, 3] },
    see: (page) => page.locator("media-playback-rate-menu").getAttribute("rates"),
    usual: "0.5 0.75 1 1.25 1.5 2",
    changed: "1 3",
    still: true,
  },
  keyboard: {
    change: { keyboard: false },
    async see(page) {
      await play(page);
      await page.keyboard.press("k");
      return content(page).evaluate((each: HTMLVideoElement) => each.paused);
    },
    usual: true,
    changed: false,
  },
  end_action: {
    change: { end_action: "poster" },
    see: atTheEnd((page) => page.locator(".kinora-ending").count()),
    usual: 0,
    changed: 1,
  },
  end_link_url: {
    base: () => ({ end_action: "link", end_link_url: "https://example.com/one" }),
    change: { end_link_url: "https://example.com/other" },
    see: atTheEnd((page) => ending(page).getAttribute("href")),
    usual: "https://example.com/one",
    changed: "https://example.com/other",
  },
  end_link_label: {
    base: () => ({ end_action: "link", end_link_url: "https://example.com/one" }),
    change: { end_link_label: "The next part" },
    see: atTheEnd((page) => ending(page).textContent()),
    usual: "example.com",
    changed: "The next part",
  },
} satisfies Group;
