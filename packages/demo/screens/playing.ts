import type { Page } from "@playwright/test";

/** Plays a video of an embed page and stops it at a second, with its controls shown. */
export async function pauseAt(page: Page, seconds: number): Promise<void> {
  await page.locator("media-controller").waitFor();
  await page.keyboard.press("k");
  await page.waitForFunction("document.querySelector('video').currentTime > 0.5");
  const stop = `new Promise((done) => {
    const video = document.querySelector("video");
    video.pause();
    video.addEventListener("seeked", () => done(undefined), { once: true });
    video.currentTime = ${seconds};
  })`;
  await page.evaluate(stop);
  await page.mouse.move(400, 220);
}
