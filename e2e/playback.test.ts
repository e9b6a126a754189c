import { LIVE_PATIENCE_MS } from "./patience.ts";
import { bigPlay, expectPlaying, facts, problemsOf, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

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

test(
  "a browser measures its bandwidth at its first video only, and begins the next one with the rung it chose",
  { tag: "@slow" },
  async ({ page }) => {
    const rungs: string[] = [];
    page.on("request", (request) => {
      const rung = /(\d+p)\/[^/]+\.m4s$/.exec(request.url())?.[1];
      if (rung) rungs.push(rung);
    });
    const begin = async () => {
      rungs.length = 0;
      const { hash } = await edge.addVideo();
      await page.goto(`${edge.url}/embed/${hash}`);
      await bigPlay(page).click();
      await expectPlaying(page);
      return rungs.slice(0, 2);
    };
    expect(await begin()).toEqual(["360p", "720p"]);
    expect(await begin()).toEqual(["720p", "720p"]);
  },
);

test(
  "an address that asks for it plays automatically, without sound, from a moment on",
  { tag: "@slow" },
  async ({ page }) => {
    const { hash } = await edge.addVideo();
    await page.goto(`${edge.url}/embed/${hash}?autoplay=1&muted=1&start=6`);
    await expectPlaying(page, 6);
    expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  },
);

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

test("moving along the time bar shows what is there", { tag: "@slow" }, async ({ page }) => {
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

test("the keyboard plays, pauses, mutes and jumps", { tag: "@slow" }, async ({ page }) => {
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

test(
  "a video that is not published says so in place of the player, and plays with a pass",
  { tag: "@slow" },
  async ({ page }) => {
    const { hash } = await edge.addVideo({ published: false });
    const response = await page.goto(`${edge.url}/embed/${hash}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText("This video is not available")).toBeVisible();
    await expect(page.locator("media-controller")).toHaveCount(0);

    await page.goto(`${edge.url}/embed/${hash}?token=${edge.pass(hash)}`);
    await bigPlay(page).click();
    await expectPlaying(page);
  },
);

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

test("the share page holds the player and the words", { tag: "@slow" }, async ({ page }) => {
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
