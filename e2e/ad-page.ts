import { insertRow } from "@kinora/db/testing-rows.ts";
import {
  defaultAdSettings,
  defaultAdSource,
  defaultVideoAds,
  type AdBreak,
  type AdSettings,
  type VideoAds,
} from "@kinora/domain/ads/ad-settings.ts";
import { makeDemoAd } from "@kinora/server/ads/demo/demo-clip.ts";
import type { Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

/** A playback edge with the demo's ad server, started before the tests of the file that calls this and closed after them. */
export function withAdEdge() {
  let edge: PlaybackEdge;
  test.beforeAll(async () => {
    edge = await startPlaybackEdge();
    await makeDemoAd.run(edge.services);
  });
  test.afterAll(async () => {
    await edge?.close();
  });
  /** The URL of a document of the ad server. */
  const demo = (file: string): string => `${edge.url}/demo/vast/${file}`;
  return {
    edge: () => edge,
    demo,
    open: (page: Page, settings: Partial<AdSettings>, own: Partial<VideoAds> = {}) =>
      openWithAds(edge, page, settings, own),
    single: (file: string, more: Partial<AdSettings> = {}): Partial<AdSettings> => ({
      mode: "single",
      single: { ...defaultAdSource, tags: [demo(file)] },
      ...more,
    }),
  };
}

export const adVideo = (page: Page) => page.locator(".kinora-ad-video");
export const content = (page: Page) => page.locator("video[slot=media]");
export const place = (of: ReturnType<Page["locator"]>) =>
  of.evaluate((video: HTMLVideoElement) => ({ seconds: video.currentTime, paused: video.paused, ended: video.ended }));

interface Watched {
  /** Beacons by `ad event`, in the order they were sent. */
  beacons: string[];
  /** Files of ads code that were loaded. */
  code: string[];
  problems: string[];
}

/** Opens the embed page of a new video with these ads. */
async function openWithAds(
  edge: PlaybackEdge,
  page: Page,
  settings: Partial<AdSettings>,
  own: Partial<VideoAds>,
): Promise<Watched & { id: number }> {
  const { id, hash } = await edge.addVideo();
  const { db } = edge.services;
  const row = { settings: JSON.stringify({ ...defaultAdSettings, ...settings }) };
  await db
    .insertInto("ad_schedules")
    .values({ ...edge.owner, name: "Default", is_default: true, ...row })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .where(sql<boolean>`is_default`)
        .doUpdateSet(row),
    )
    .execute();
  await insertRow(db, "video_ads", {
    project_id: edge.owner.project_id,
    video_id: id,
    settings: JSON.stringify({ ...defaultVideoAds, ...own }),
  });
  const watched: Watched = { beacons: [], code: [], problems: [] };
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/beacon"))
      watched.beacons.push(
        `${searchParams.get("ad")} ${searchParams.get("event")}${searchParams.has("code") ? ` ${searchParams.get("code")}` : ""}`,
      );
    if (/\/assets\/(?:player-with-ads|ad-|vast)/.test(pathname)) watched.code.push(pathname);
  });
  page.on("pageerror", ({ message }) => watched.problems.push(message));
  await page.goto(`${edge.url}/embed/${hash}`);
  return { id, ...watched };
}

export const start = (page: Page) => page.locator(".kinora-start-button").click();
export const schedule = (...breaks: (Partial<AdBreak> & { tags: string[] })[]): Partial<AdSettings> => ({
  mode: "schedule",
  breaks: breaks.map((each) => ({ ...defaultAdSource, position: "pre", at: 0, ...each })),
});

export async function expectAd(page: Page): Promise<void> {
  await expect
    .poll(async () => (await place(adVideo(page))).seconds, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(0.2);
}
export async function expectContent(page: Page, fromSeconds = 0): Promise<void> {
  await expect(page.locator(".kinora-ad")).toBeHidden({ timeout: LIVE_PATIENCE_MS });
  await expect
    .poll(async () => (await place(content(page))).seconds, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(fromSeconds + 0.3);
}
/** An ad is not watched to its end: the last second says the same. */
export const toItsEnd = (page: Page) => toEndOf(adVideo(page));
/** The same of an element, once it knows how long its ad is: one that has just changed to the next ad does not. */
export const toEndOf = (ad: Locator) =>
  expect
    .poll(() =>
      ad.evaluate((video: HTMLVideoElement) => {
        if (!Number.isFinite(video.duration)) return false;
        video.currentTime = video.duration - 0.4;
        return true;
      }),
    )
    .toBe(true);
export const counted = (beacons: readonly string[]) =>
  Object.fromEntries(
    [...new Set(beacons)].toSorted().map((beacon) => [beacon, beacons.filter((each) => each === beacon).length]),
  );
export const whole = (ad: string) =>
  Object.fromEntries(
    ["complete", "firstQuartile", "impression", "midpoint", "start", "thirdQuartile"].map((event) => [
      `${ad} ${event}`,
      1,
    ]),
  );
