import type { Page } from "@playwright/test";
import { patient } from "./patience.ts";
import type { RenditionOptions } from "./playback-edge.ts";
import { bigPlay, expectPlaying, problemsOf, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

const renditions: RenditionOptions[] = [
  { label: "360p" },
  { label: "720p" },
  { label: "720p-av1" },
  { label: "audio" },
];

/** The renditions of which segments are requested, in order. */
function requested(page: Page): string[] {
  const rungs: string[] = [];
  page.on("request", (request) => {
    const rung = /\/(\d+p[^/]*)\/\d+\.m4s$/.exec(request.url())?.[1];
    if (rung) rungs.push(rung);
  });
  return rungs;
}

async function choose(page: Page, height: number): Promise<void> {
  const quality = page.locator("media-settings-menu-item", { hasText: "Quality" });
  // The menu stays open for a while after a choice, and its button closes it then.
  await expect(async () => {
    await showControls(page);
    if (!(await quality.isVisible())) await page.locator("media-settings-menu-button").click();
    await quality.click({ timeout: patient(1_000) });
  }).toPass();
  const choices = page.locator("media-rendition-menu media-chrome-menu-item");
  await expect(choices).toHaveText([/^720p/, /^360p/, /^Auto/]);
  await choices.filter({ hasText: new RegExp(`^${height}p`) }).click();
}

const heightOf = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.videoHeight);

/** Plays the film again from its beginning, with nothing of it in the buffer's way. */
const fromStart = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.loop = true;
    video.currentTime = 1;
  });

/** Chooses a height in the menu, and waits until the picture has it. */
async function playAt(page: Page, height: number): Promise<void> {
  await choose(page, height);
  await fromStart(page);
  await expect.poll(() => heightOf(page)).toBe(height);
}

test("AV1 plays instead of H.264 at its height, and a choice changes the codec with the height and back", async ({
  page,
}) => {
  const { hash } = await edge.addVideo({ renditions });
  const problems = problemsOf(page);
  const rungs = requested(page);
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await playAt(page, 720);
  expect(rungs).toContain("720p-av1");
  await playAt(page, 360);
  await playAt(page, 720);
  await expectPlaying(page);
  expect(rungs).not.toContain("720p");
  expect(problems).toEqual([]);
});

const withHdr = renditions.map((rendition) =>
  rendition.label === "720p-av1" ? { ...rendition, hdr: true } : rendition,
);

test(
  "HDR plays on a screen that shows it and changes with the height, and on another SDR plays",
  { tag: "@slow" },
  async ({ page, context }) => {
    const { hash } = await edge.addVideo({ renditions: withHdr });
    const sdr = requested(page);
    await page.goto(`${edge.url}/embed/${hash}`);
    await bigPlay(page).click();
    await expectPlaying(page);
    await playAt(page, 720);
    expect(sdr).toContain("720p");
    expect(sdr).not.toContain("720p-av1");

    const bright = await context.newPage();
    await bright.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.includes("dynamic-range: high") ? "all" : query);
    });
    const problems = problemsOf(bright);
    const hdr = requested(bright);
    await bright.goto(`${edge.url}/embed/${hash}`);
    await bigPlay(bright).click();
    await expectPlaying(bright);
    await playAt(bright, 720);
    expect(hdr).toContain("720p-av1");
    await playAt(bright, 360);
    expect(hdr).not.toContain("720p");
    expect(problems).toEqual([]);
  },
);

test("a browser that cannot play AV1 gets H.264", { tag: "@slow" }, async ({ page }) => {
  await page.addInitScript(() => {
    const supports = MediaSource.isTypeSupported.bind(MediaSource);
    MediaSource.isTypeSupported = (type) => !type.includes("av01") && supports(type);
  });
  const { hash } = await edge.addVideo({ renditions });
  const rungs = requested(page);
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await playAt(page, 720);
  expect(rungs).toContain("720p");
  expect(rungs).not.toContain("720p-av1");
});

test(
  "where a browser says that it plays AV1 and its decoder fails, H.264 is there at the next click",
  { tag: "@slow" },
  async ({ page }) => {
    const { hash } = await edge.addVideo({ renditions });
    const rungs = requested(page);
    // The pictures are no AV1; everything around them is in order.
    await page.route("**/720p-av1/*.m4s", async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await route.fulfill({ response, body: body.fill(0xff, body.indexOf("mdat") + 4) });
    });
    await page.goto(`${edge.url}/embed/${hash}`);
    await bigPlay(page).click();
    await expect.poll(() => rungs).toContain("720p-av1");
    await expect.poll(() => rungs.slice(rungs.lastIndexOf("720p-av1"))).toContain("360p");
    // Another source pauses the video.
    if (await page.locator("video").evaluate(({ paused }: HTMLVideoElement) => paused)) await bigPlay(page).click();
    await expectPlaying(page, 1);
    expect(rungs.at(-1)).not.toContain("av1");
  },
);
