import { expect, type Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";

const currentTime = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Plays on for a second from wherever it is. */
export async function expectMoving(page: Page): Promise<void> {
  const from = await currentTime(page);
  await expect.poll(() => currentTime(page), { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(from + 1);
}

/** The same player plays before and after something happens, without an error. */
export async function keepsPlaying(page: Page, happening: () => Promise<void>): Promise<void> {
  await expectMoving(page);
  await page.evaluate(() => Object.assign(window, { here: true }));
  await happening();
  await expectMoving(page);
  expect(await page.evaluate(() => "here" in window)).toBe(true);
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.error)).toBeNull();
}
