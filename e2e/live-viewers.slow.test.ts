import { publishTo } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { listen } from "./realtime-listener.ts";

const isKnown = (value: unknown) => typeof value === "number";

test("a viewer sees how far behind they are and the picture fade at a seam, and the project what viewers were sent and how they do", async ({
  page,
  product,
}) => {
  const project = await makeProject(product);
  const stream = await makeStream(project);
  const publisher = await publishTo(stream.address);
  try {
    await page.goto(`${product.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
    await expectMoving(page);
    const line = page.locator(".kinora-latency");
    await expect(line).toBeHidden();
    await page.getByRole("button", { name: "settings" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Latency" }).click();
    await expect(line).toHaveText(/^\d+(\.\d)? s behind live$/);

    expect((await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [], fade: true })).status).toBe(200);
    await page.waitForResponse(
      async (answer) =>
        answer.url().endsWith("/status.json") && ((await answer.json()) as { fades?: boolean }).fades === true,
    );
    await page.locator("video").evaluate((video: HTMLVideoElement) => {
      const faintest = () => Number(video.dataset["faintest"] ?? 1);
      new MutationObserver(() => {
        video.dataset["faintest"] = String(Math.min(faintest(), Number(video.style.opacity || 1)));
      }).observe(video, { attributeFilter: ["style"] });
    });
    await project.call("PATCH", `/streams/${stream.id}/pause`, { paused: true });
    await expect
      .poll(() => page.locator("video").getAttribute("data-faintest").then(Number), { timeout: LIVE_PATIENCE_MS })
      .toBeLessThan(0.5);
    await expect(page.locator("video")).toHaveCSS("opacity", "1");

    const listener = await listen(product.urls.api, project.headers, `live_channel_${stream.id}`);
    await listener.received("StreamStats", { latency_seconds: isKnown, rebuffer_percent: isKnown, viewers: 1 });
    listener.close();
    const sessions = async () => {
      const { body } = await project.call("GET", `/projects/${project.projectId}/stream-sessions`);
      return body["data"] as { bytes_in: number; bytes_out: number; peak_viewers: number }[];
    };
    // Health shows what was before it is opened.
    const { body: history } = await project.call("GET", `/streams/${stream.id}/history?span=minutes`);
    const looks = history["data"] as { ago_ms: number; bitrate_kbps: number | null; latency_seconds: number | null }[];
    expect(looks.length).toBeGreaterThan(3);
    expect(looks.at(-1)?.bitrate_kbps).toBeGreaterThan(0);
    expect(looks.some(({ latency_seconds: latency }) => isKnown(latency))).toBe(true);
    expect(looks.map(({ ago_ms: ago }) => ago)).toEqual(
      looks.map(({ ago_ms: ago }) => ago).toSorted((one, other) => other - one),
    );
    await until("what was sent is written down", async () => (await sessions())[0]?.bytes_out);
    expect((await sessions())[0]).toMatchObject({ peak_viewers: 1 });
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("an encoder with a key frame every 8.3 seconds, as OBS has by default, plays on once it plays", async ({
  page,
  product,
}) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "passthrough", latency: "normal" });
  const publisher = await publishTo(stream.address, { reordered: true, group: 250 });
  try {
    await page.goto(`${product.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
    await expectMoving(page);
    const video = page.locator("video");
    // From where the player follows the live edge on.
    const beginsAt = await video.evaluate((element: HTMLVideoElement) => {
      element.dataset["stops"] = "0";
      element.addEventListener("waiting", () => {
        element.dataset["stops"] = String(Number(element.dataset["stops"]) + 1);
      });
      return element.currentTime;
    });
    // Three groups of pictures.
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: LIVE_PATIENCE_MS })
      .toBeGreaterThan(beginsAt + 25);
    // A player that begins with the first segment goes to the live edge once.
    expect(Number(await video.getAttribute("data-stops"))).toBeLessThanOrEqual(1);
    await expect(video).toHaveJSProperty("error", null);
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("before it is played the player of a livestream shows what is on air", async ({ page, product }) => {
  const project = await makeProject(product);
  const stream = await makeStream(project);
  const publisher = await publishTo(stream.address);
  try {
    const picture = `${product.urls.edge}/hls/${stream.hash}/picture.jpg`;
    await until("there is a picture of it", async () => (await fetch(picture)).ok);
    await page.goto(`${product.urls.edge}/embed/${stream.hash}`);
    const poster = page.locator("media-poster-image img");
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    await expect(page.locator("video")).toHaveJSProperty("paused", true);
    await page.locator("media-play-button").first().click();
    await expectMoving(page);
    await expect(poster).toBeHidden();
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("a viewer goes back to what has passed, watches it, and returns to the live edge with a press", async ({
  page,
  product,
}) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { dvr_minutes: 5 });
  const publisher = await publishTo(stream.address);
  try {
    await page.goto(`${product.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
    await expectMoving(page);
    const video = page.locator("video");
    const behind = () =>
      video.evaluate(
        (element: HTMLVideoElement) => element.seekable.end(element.seekable.length - 1) - element.currentTime,
      );
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.seekable.end(0)), { timeout: LIVE_PATIENCE_MS })
      .toBeGreaterThan(20);
    expect(await behind()).toBeLessThan(8);
    await page.mouse.move(200, 200);
    const bar = await page.locator("media-time-range").boundingBox();
    if (!bar) throw new Error("There is no time bar.");
    await page.mouse.click(bar.x + bar.width * 0.2, bar.y + bar.height / 2);
    await expect.poll(behind, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(10);
    await expectMoving(page);
    expect(await behind()).toBeGreaterThan(10);
    await expect(page.locator("media-time-display")).toHaveCount(0);
    await page.mouse.move(220, 220);
    await page.locator("media-live-button").click();
    await expect.poll(behind, { timeout: LIVE_PATIENCE_MS }).toBeLessThan(8);
    await expectMoving(page);
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});
