import { chromium, type Browser, type Page } from "@playwright/test";
import { browserPath } from "../tools/setup/browser.mjs";
import { publishTo, type LivePublisher } from "./live-publisher.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { sharedProject } from "./shared.ts";
import { THROUGH_RELAY, UdpRelay } from "./udp-relay.ts";

/** Of the datagrams that a lossy network loses. */
const ONE_IN = 20;

const project = sharedProject();
let stream: LiveStream;
let publisher: LivePublisher;
const browsers: Browser[] = [];

test.beforeAll(async () => {
  stream = await makeStream(project, { low_delay: true });
  publisher = await publishTo(stream.address, { kbps: 4_000 });
  const state = async () => (await project.call("GET", `/streams/${stream.id}`)).body["data"] as { state: string };
  await until("it is live", async () => (await state()).state === "live", LIVE_PATIENCE_MS);
});
test.afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await publisher?.stop();
});

/** A page with the player in a browser of its own. */
async function watch(
  edge: string,
  args: readonly string[] = [],
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
  const executablePath = browserPath();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...["--disable-gpu", "--autoplay-policy=no-user-gesture-required", ...args],
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  browsers.push(browser);
  const page = await browser.newPage();
  await prepare?.(page);
  await page.goto(`${edge}/embed/${stream.hash}?autoplay=1`);
  return page;
}

const isWebRtc = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => video.srcObject instanceof MediaStream);

test("a viewer sees and hears a livestream over WebRTC, watches its playlist while it is paused, and returns", async ({
  product,
}) => {
  const page = await watch(product.urls.edge);
  await expect.poll(() => isWebRtc(page), { timeout: LIVE_PATIENCE_MS }).toBe(true);
  await expectMoving(page);
  const loudness = () =>
    page.locator("video").evaluate(async (video: HTMLVideoElement) => {
      const context = new AudioContext();
      const meter = context.createAnalyser();
      context.createMediaStreamSource(video.srcObject as MediaStream).connect(meter);
      await new Promise((wake) => setTimeout(wake, 500));
      const samples = new Float32Array(meter.fftSize);
      meter.getFloatTimeDomainData(samples);
      await context.close();
      return Math.max(...samples);
    });
  await expect.poll(loudness, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0.01);

  const viewers = async () => (await project.call("GET", `/streams/${stream.id}`)).body["data"] as { viewers: number };
  await until("the viewer is counted", async () => (await viewers()).viewers === 1, LIVE_PATIENCE_MS);

  await project.call("PATCH", `/streams/${stream.id}/pause`, { paused: true });
  await expect.poll(() => isWebRtc(page), { timeout: LIVE_PATIENCE_MS }).toBe(false);
  await expectMoving(page);
  await project.call("PATCH", `/streams/${stream.id}/pause`, { paused: false });
  await expect.poll(() => isWebRtc(page), { timeout: LIVE_PATIENCE_MS }).toBe(true);
  await expectMoving(page);
});

test("where the network lets no UDP through, the player plays the playlist automatically", async ({ product }) => {
  const page = await watch(product.urls.edge, ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"]);
  await expectMoving(page);
  expect(await isWebRtc(page)).toBe(false);
});

test("a viewer whose network loses every twentieth packet continues to watch over WebRTC", async ({ product }) => {
  let relay: UdpRelay | null = null;
  const page = await watch(product.urls.edge, [], async (opened) => {
    await opened.exposeFunction("relayed", async (port: number) => {
      relay = await UdpRelay.begin(port, ONE_IN);
      return relay.port;
    });
    await opened.addInitScript(THROUGH_RELAY);
  });
  await expect.poll(() => isWebRtc(page), { timeout: LIVE_PATIENCE_MS }).toBe(true);
  const network = relay as UdpRelay | null;
  if (network === null) throw new Error("The page does not use the relay.");
  for (let second = 0; second < 15; second += 1) await expectMoving(page);
  expect(await isWebRtc(page)).toBe(true);
  expect(network.dropped).toBeGreaterThan(0);
  network.close();
});
