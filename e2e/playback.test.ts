import { gzipSync } from "node:zlib";
import type { Frame, Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startPlaybackEdge();
});

test.afterAll(async () => {
  await edge?.close();
});

type Place = Page | Frame;

const bigPlay = (place: Place) => place.locator(".kinora-start-button");

/** What the video element itself says: frames that were really decoded and shown. */
const facts = (place: Place) =>
  place.locator("video").evaluate((video: HTMLVideoElement) => ({
    time: video.currentTime,
    duration: video.duration,
    paused: video.paused,
    height: video.videoHeight,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
  }));

async function expectPlaying(place: Place, fromSeconds = 0): Promise<void> {
  await expect
    .poll(async () => (await facts(place)).time, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(fromSeconds + 0.5);
  expect((await facts(place)).frames).toBeGreaterThan(5);
}

/** Anything a content security policy stops, and any error of our own, ends up here. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return problems;
}

async function showControls(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.mouse.move((size?.width ?? 640) / 2, (size?.height ?? 360) / 2);
  await page.mouse.move((size?.width ?? 640) / 2 + 9, (size?.height ?? 360) / 2);
}

test("a video waits for a click, fetches the stream only then, and plays", async ({ page }) => {
  const { hash } = await edge.addVideo();
  const problems = problemsOf(page);
  const media: string[] = [];
  page.on("request", (request) => {
    if (/\.(m3u8|m4s|mp4)$/.test(request.url())) media.push(request.url());
  });
  await page.goto(`${edge.url}/embed/${hash}`);
  await expect(bigPlay(page)).toBeVisible();
  await expect(page).toHaveTitle("Numbers going by");
  expect(media).toEqual([]);
  await bigPlay(page).click();
  await expectPlaying(page);
  const { duration, paused } = await facts(page);
  expect(paused).toBe(false);
  expect(duration).toBeCloseTo(12, 0);
  expect(problems).toEqual([]);
});

test("the page stays light until the video is played, and within reason after", async ({ page }) => {
  // A pointer that rests on the player makes it ready to play. Without a window Chromium believes it lies in the corner.
  await page.addInitScript(() => {
    const inTheCorner = ({ clientX, clientY }: PointerEvent) => clientX === 0 && clientY === 0;
    addEventListener("pointerenter", (event) => inTheCorner(event) && event.stopImmediatePropagation(), true);
  });
  const { hash } = await edge.addVideo();
  let bytes = 0;
  page.on("response", (response) => {
    if (!/\.(js|css)$/.test(response.url())) return;
    void response.body().then((body) => (bytes += gzipSync(body).length));
  });
  await page.goto(`${edge.url}/embed/${hash}`);
  await expect(bigPlay(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(60_000);
  await bigPlay(page).click();
  await expectPlaying(page);
  expect(bytes).toBeGreaterThan(120_000);
  expect(bytes).toBeLessThan(250_000);
});

test("an address that asks for it plays automatically, without sound, from a moment on", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}?autoplay=1&muted=1&start=6`);
  await expectPlaying(page, 6);
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
});

test("the quality menu offers automatic and every rung, and a choice changes the picture", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await showControls(page);
  await page.locator("media-settings-menu-button").click();
  await page.locator("media-settings-menu-item", { hasText: "Quality" }).click();
  const choices = page.locator("media-rendition-menu media-chrome-menu-item");
  await expect(choices).toHaveText([/^720p/, /^360p/, /^Auto/]);
  // What has come to its end shows no other rung any more.
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.loop = true;
    video.currentTime = 1;
  });
  const other = (await facts(page)).height === 720 ? 360 : 720;
  await choices.filter({ hasText: new RegExp(`^\\s*${other}p`) }).click();
  await expect.poll(async () => (await facts(page)).height, { timeout: LIVE_PATIENCE_MS }).toBe(other);
});

test("moving along the time bar shows what is there", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await showControls(page);
  const bar = await page.locator("media-time-range").boundingBox();
  if (!bar) throw new Error("There is no time bar.");
  await page.mouse.move(bar.x + bar.width * 0.5, bar.y + bar.height / 2, { steps: 5 });
  await expect(page.locator("media-time-range")).toHaveAttribute("mediapreviewimage", /storyboard\/sprite-00000\.jpg/);
  await expect(page.locator("media-preview-thumbnail")).toHaveAttribute("mediapreviewcoords", "320 90 160 90");
  await page.mouse.click(bar.x + bar.width * 0.75, bar.y + bar.height / 2);
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(8);
});

test("the keyboard plays, pauses, mutes and jumps", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await expect(bigPlay(page)).toBeVisible();
  await page.keyboard.press("k");
  await expectPlaying(page);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await facts(page)).paused).toBe(true);
  await page.keyboard.press("5");
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeCloseTo(6, 0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeCloseTo(11, 0);
  await page.keyboard.press("j");
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeCloseTo(6, 0);
  await page.keyboard.press("m");
  await expect.poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
});

test("a video that is still being made plays from its beginning, and continues when the rest is there", async ({
  page,
}) => {
  const video = await edge.addVideo({
    status: "processing",
    renditions: [
      { label: "360p", grownTo: 1 },
      { label: "audio", grownTo: 1 },
    ],
  });
  await page.goto(`${edge.url}/embed/${video.hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  expect((await facts(page)).time).toBeLessThan(4);
  expect((await facts(page)).height).toBe(360);

  await edge.finish(video);
  await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(5);
  await expect.poll(async () => (await facts(page)).height, { timeout: LIVE_PATIENCE_MS }).toBe(720);
  expect((await facts(page)).duration).toBeCloseTo(12, 0);
  await expect(page.locator(".kinora-still")).toHaveCount(0);
});

test("a viewer of a version that was replaced continues with the new one", async ({ page }) => {
  const video = await edge.addVideo();
  let release = () => undefined as void;
  const replaced = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/v1/*/00002.m4s", async (route) => {
    await replaced;
    await route.continue();
  });
  await page.goto(`${edge.url}/embed/${video.hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await edge.replace(video);
  await page.locator("video").evaluate((element: HTMLVideoElement) => {
    element.addEventListener("waiting", () => performance.mark("waiting"), { once: true });
  });
  release();
  await expectPlaying(page, 9);
  // At the end of what was loaded the new version is read; the old one is not looked for any more.
  const lateRequests = await page.evaluate(() => {
    const since = performance.getEntriesByName("waiting")[0]?.startTime ?? Infinity;
    const later = performance.getEntriesByType("resource").filter(({ startTime }) => startTime > since);
    return later.map(({ name }) => /\/(v\d)\/|master/.exec(name)?.[0] ?? "other");
  });
  expect(lateRequests).toContain("/v2/");
  expect(lateRequests).not.toContain("/v1/");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a page that waits for its video shows the player once it can play", async ({ page }) => {
  const video = await edge.addVideo({ status: "processing", playable: false, renditions: [] });
  await page.goto(`${edge.url}/embed/${video.hash}`);
  await expect(page.getByText("This video is being prepared")).toBeVisible();
  await edge.finish(video);
  await expect(bigPlay(page)).toBeVisible();
  await bigPlay(page).click();
  await expectPlaying(page);
});

test("a video that is not published says so in place of the player, and plays with a pass", async ({ page }) => {
  const { hash } = await edge.addVideo({ published: false });
  const response = await page.goto(`${edge.url}/embed/${hash}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText("This video is not available")).toBeVisible();
  await expect(page.locator("media-controller")).toHaveCount(0);

  await page.goto(`${edge.url}/embed/${hash}?token=${edge.pass(hash)}`);
  await bigPlay(page).click();
  await expectPlaying(page);
});

test("when the connection is gone the player says so and continues after a click", async ({ page, context }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await expect(bigPlay(page)).toBeVisible();
  await bigPlay(page).hover();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await bigPlay(page).click();
  await expect(page.getByRole("alert")).toContainText("The video could not be loaded");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectPlaying(page);
});

test("one line embeds a video in another site's page, which can control it and gets its events", async ({ page }) => {
  const { hash } = await edge.addVideo();
  const address = await edge.pageElsewhere(`<!doctype html><title>A blog</title><div style="width:480px">
    <script>window.heard = []; addEventListener("message", (event) => { if (event.data.kinora) heard.push(event.data); });</script>
    <script async src="${edge.url}/embed.js" data-video="${hash}" data-title="A film"></script></div>`);
  const problems = problemsOf(page);
  await page.goto(address);
  const frameElement = page.getByTitle("A film");
  await expect(frameElement).toBeVisible();
  const box = await frameElement.boundingBox();
  expect([box?.width, box?.height]).toEqual([480, 270]);

  const events = () =>
    page.evaluate(() => (Reflect.get(globalThis, "heard") as { event: string }[]).map(({ event }) => event));
  await expect.poll(events, { timeout: LIVE_PATIENCE_MS }).toContain("ready");
  const command = (message: object) =>
    page
      .locator("iframe")
      .evaluate((frame: HTMLIFrameElement, data) => frame.contentWindow?.postMessage(data, "*"), message);
  await page.locator("iframe").contentFrame().locator(".kinora-start-button").click();
  await expect.poll(events, { timeout: LIVE_PATIENCE_MS }).toContain("timeupdate");
  await command({ kinora: 1, command: "seek", seconds: 9 });
  await command({ kinora: 1, command: "pause" });
  await expect.poll(events, { timeout: LIVE_PATIENCE_MS }).toContain("pause");
  await command({ kinora: 1, command: "play" });
  await expect.poll(events, { timeout: LIVE_PATIENCE_MS }).toContain("ended");
  const names = await page.evaluate(() => Object.keys(globalThis));
  expect(names.filter((name) => /kinora|player/i.test(name))).toEqual(["KinoraPlayer"]);
  expect(problems).toEqual([]);
});

test("the share page holds the player and the words", async ({ page }) => {
  const { hash } = await edge.addVideo();
  const problems = problemsOf(page);
  await page.goto(`${edge.url}/v/${hash}`);
  await expect(page.getByRole("heading", { name: "Numbers going by" })).toBeVisible();
  await expect(page.getByText("A picture that counts its frames.")).toBeVisible();
  const frame = page.frames()[1];
  if (!frame) throw new Error("There is no player on the share page.");
  await bigPlay(frame).click();
  await expectPlaying(frame);
  expect(problems).toEqual([]);
});

for (const width of [320, 1280]) {
  test(`nothing is in the way of assistive technology at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: (width * 9) / 16 });
    const { hash } = await edge.addVideo();
    for (const path of [`/embed/${hash}`, `/v/${hash}`, "/embed/0123456789abcdef", "/v/0123456789abcdef"]) {
      await page.goto(edge.url + path);
      await page.waitForLoadState("networkidle");
      for (const frame of page.frames()) expect(await obstacles(frame), `${path} ${frame.url()}`).toEqual([]);
    }
    await page.goto(`${edge.url}/embed/${hash}`);
    await bigPlay(page).click();
    await expectPlaying(page);
    await showControls(page);
    expect(await obstacles(page)).toEqual([]);
  });
}
