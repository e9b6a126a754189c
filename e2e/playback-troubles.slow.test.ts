import { gzipSync } from "node:zlib";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { bigPlay, expectPlaying, facts, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

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
  expect(bytes).toBeLessThan(209_000);
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
