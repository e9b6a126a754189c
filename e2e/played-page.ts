import type { Frame, Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect } from "./product.ts";

type Place = Page | Frame;

/** The button that starts a video. */
export const bigPlay = (place: Place) => place.locator(".kinora-start-button");

/** What the video element itself says: frames that were really decoded and shown. */
export const facts = (place: Place) =>
  place.locator("video").evaluate((video: HTMLVideoElement) => ({
    time: video.currentTime,
    duration: video.duration,
    paused: video.paused,
    height: video.videoHeight,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
  }));

/** The picture moves on from there. */
export async function expectPlaying(place: Place, fromSeconds = 0): Promise<void> {
  await expect
    .poll(async () => (await facts(place)).time, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(fromSeconds + 0.5);
  expect((await facts(place)).frames).toBeGreaterThan(5);
}

/** Anything a content security policy stops, and any error of our own, ends up here. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return problems;
}

/** Moves the pointer, which shows the controls. */
export async function showControls(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.mouse.move((size?.width ?? 640) / 2, (size?.height ?? 360) / 2);
  await page.mouse.move((size?.width ?? 640) / 2 + 9, (size?.height ?? 360) / 2);
}
