import { embedCodes } from "@kinora/domain/playback/embed.ts";
import type { Frame, Locator, Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

/** Everything a browser says while a page and its frames load: errors, warnings, what a policy stopped. */
function messagesOf(page: Page): string[] {
  const messages: string[] = [];
  page.on("pageerror", ({ message }) => messages.push(message));
  page.on("console", (message) => {
    // Embed codes allow Web Share (W3C Web Share), which Chromium for Linux does not have.
    if (message.text() === "Unrecognized feature: 'web-share'.") return;
    if (["error", "warning"].includes(message.type())) messages.push(message.text());
  });
  page.on("requestfailed", (request) => {
    const failure = request.failure()?.errorText;
    if (failure !== "net::ERR_ABORTED") messages.push(`${request.url()}: ${failure}`);
  });
  return messages;
}

async function expectItPlays(place: { locator(selector: string): Locator }): Promise<void> {
  await place.locator(".kinora-start-button").click();
  const video = place.locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames))
    .toBeGreaterThan(5);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5);
}

/** Elements of the player that say they are hidden and are still visible. */
const shownThoughHidden = (place: Page | Frame) =>
  place
    .locator(".kinora-player")
    .evaluate((player) =>
      [...player.querySelectorAll("[hidden]")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map(({ localName, className }) => `${localName}.${className}`),
    );

test("an on-demand player shows its own controls and nothing of a livestream", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await expectItPlays(page);
  await page.mouse.move(300, 200);
  await page.mouse.move(320, 210);
  await expect(page.locator("media-control-bar media-play-button")).toBeVisible();
  await expect(page.locator("media-control-bar media-time-display")).toBeVisible();
  await expect(page.locator("media-live-button")).toHaveCount(0);
  await expect(page.getByText(/\blive\b/i)).toHaveCount(0);
  expect(await shownThoughHidden(page)).toEqual([]);
});

test("a video plays in a sandboxed frame that may run scripts and nothing else", async ({ page }) => {
  const { hash } = await edge.addVideo();
  const messages = messagesOf(page);
  await page.goto(
    await edge.pageElsewhere(
      `<!doctype html><title>A page</title><iframe sandbox="allow-scripts" width="640" height="360" src="${edge.url}/embed/${hash}"></iframe>`,
    ),
  );
  const frame = page.locator("iframe").contentFrame();
  await expectItPlays(frame);
  expect(await frame.locator("body").evaluate(() => self.origin)).toBe("null");
  expect(messages).toEqual([]);
});

test("a video that is being prepared begins in a sandboxed frame once it can play", async ({ page }) => {
  const video = await edge.addVideo({ status: "processing", playable: false, renditions: [] });
  const messages = messagesOf(page);
  await page.goto(
    await edge.pageElsewhere(
      `<!doctype html><title>A page</title><iframe sandbox="allow-scripts" width="640" height="360" src="${edge.url}/embed/${video.hash}"></iframe>`,
    ),
  );
  const frame = page.locator("iframe").contentFrame();
  await expect(frame.locator(".notice")).toBeVisible();
  await edge.finish(video);
  await expectItPlays(frame);
  expect(messages).toEqual([]);
});

test("a video plays on a page that is cross-origin isolated", async ({ page }) => {
  const { hash } = await edge.addVideo();
  const messages = messagesOf(page);
  await page.goto(
    await edge.pageElsewhere(
      `<!doctype html><title>A page</title><body><script async src="${edge.url}/embed.js" data-video="${hash}"></script>`,
      { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" },
    ),
  );
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expectItPlays(page.locator("iframe").contentFrame());
  expect(messages).toEqual([]);
});

test("the copied codes make a page that the browser has nothing to say about, with a player that fills the screen", async ({
  page,
}) => {
  const { hash } = await edge.addVideo();
  const { iframe, script } = embedCodes(edge.url, hash, "A film", { size: null });
  const messages = messagesOf(page);
  await page.goto(await edge.pageElsewhere(`<!doctype html><title>A page</title>${iframe}${script}`));
  await expect(page.locator("iframe")).toHaveCount(2);
  for (const each of await page.locator("iframe").all()) {
    await expect(each.contentFrame().locator(".kinora-start-button")).toBeVisible();
    expect(
      await each
        .contentFrame()
        .locator("body")
        .evaluate(() => document.fullscreenEnabled),
    ).toBe(true);
  }
  expect(messages).toEqual([]);
});
