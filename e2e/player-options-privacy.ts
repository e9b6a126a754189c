import { insertRow } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import type { Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { content, placeOf, play, type Group } from "./player-sights.ts";
import { expect } from "./product.ts";

const PIXEL = "https://pixel.example.org/seen";
/** Where the video is when its viewer consents. */
const CONSENT_SECONDS = 5;
/** Within a later segment than the first. */
const LATER_SECONDS = 5;

/** How far the video was when the pixel got its first event, in a browser that asks not to be tracked and consents at 5 s. */
async function firstReported(page: Page): Promise<"before consent" | "after consent"> {
  const seconds: number[] = [];
  await page.route(`${PIXEL}**`, (route) => {
    seconds.push(Number(new URL(route.request().url()).searchParams.get("s")));
    return route.fulfill({ status: 204 });
  });
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  // An edge keeps the providers of a project for two seconds.
  await expect
    .poll(async () => {
      await page.reload({ waitUntil: "networkidle" });
      return page.locator("#kinora").getAttribute("data-page");
    })
    .toContain(PIXEL);
  await play(page);
  await content(page).evaluate(async (each: HTMLVideoElement, to) => {
    each.pause();
    const sought = new Promise((resolve) => each.addEventListener("seeked", resolve, { once: true }));
    each.currentTime = to;
    await sought;
    window.postMessage({ kinora: 1, command: "consent", given: true }, "*");
  }, CONSENT_SECONDS);
  // What reports views may be loaded only now: what happens before that is not reported.
  await expect
    .poll(async () => {
      const before = await placeOf(page);
      await content(page).evaluate((each: HTMLVideoElement) => each.play());
      await expect.poll(() => placeOf(page)).toBeGreaterThan(before);
      await content(page).evaluate((each: HTMLVideoElement) => each.pause());
      return seconds.length;
    })
    .toBeGreaterThan(0);
  await page.unroute(`${PIXEL}**`);
  return (seconds[0] ?? 0) < CONSENT_SECONDS ? "before consent" : "after consent";
}

/** What a viewer's browser allows, is asked for and keeps. */
export const privacyOptions = {
  reports: {
    change: { reports: false },
    async see(page) {
      const reports = new Set<string>();
      page.on("request", (request) => {
        const name = /\/embed\/[^/]+\/(view|played)(?:\?|$)/.exec(request.url())?.[1];
        if (name) reports.add(name);
      });
      await page.reload();
      await play(page);
      await expect.poll(() => placeOf(page)).toBeGreaterThan(1);
      return [...reports].sort();
    },
    usual: ["played", "view"],
    changed: [],
  },
  context_menu: {
    change: { context_menu: false },
    see: (page) =>
      page
        .locator(".kinora-player")
        .evaluate((player) => player.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))),
    usual: true,
    changed: false,
  },
  respect_dnt: {
    async base({ edge }) {
      const pixel = { url: `${PIXEL}?s={seconds}` };
      const settings = JSON.stringify({ ...NO_PROVIDERS, consent: false, pixel });
      await insertRow(edge.services, "project_analytics", { ...edge.owner, settings });
      return {};
    },
    change: { respect_dnt: false },
    see: firstReported,
    usual: "after consent",
    changed: "before consent",
  },
  cookieless: {
    change: { cookieless: true },
    async see(page) {
      await page.evaluate(() => localStorage.clear());
      await play(page);
      await page.locator("media-mute-button").evaluate((button) => (button as HTMLElement).click());
      const muted = () => content(page).evaluate((each: HTMLVideoElement) => each.muted);
      await expect.poll(muted).toBe(true);
      // The bandwidth is known from the second segment on that is played.
      await content(page).evaluate((each: HTMLVideoElement, to) => {
        each.currentTime = to;
      }, LATER_SECONDS);
      await expect.poll(() => placeOf(page), { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(LATER_SECONDS + 0.5);
      return page.evaluate(() => Object.keys(localStorage).sort());
    },
    usual: ["kinora:bandwidth", "media-chrome-pref-muted"],
    changed: [],
  },
} satisfies Group;
