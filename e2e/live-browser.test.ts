import { chromium, type Browser, type Page } from "@playwright/test";
import { browserPath } from "../tools/setup/browser.mjs";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { LiveWatch, wholeSegments } from "./live-watch.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";
import { THROUGH_RELAY, UdpRelay } from "./udp-relay.ts";

/** Of the datagrams that a lossy network loses. */
const ONE_IN = 20;

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Lantern Films", "Pier");
let browser: Browser;

test.beforeAll(async () => {
  const executablePath = browserPath();
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Moving test pictures and tones in place of a camera and a microphone.
      ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--disable-gpu"],
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
});
test.afterAll(() => browser?.close());

async function streamPage(page: Page): Promise<string> {
  await people.arrive(page, place.owner, "/live");
  await page.getByRole("button", { name: "Create livestream" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New livestream" });
  await dialog.getByLabel("Name").fill("From the pier");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/live\/\d+$/);
  return page.url();
}

test("the camera of a browser goes live, and a viewer's player plays it", async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await streamPage(page);
  await expect(page.getByRole("textbox", { name: "WHIP URL" })).toHaveValue(`${kinora.urls.edge}/whip`);
  await page.getByRole("button", { name: "Use this browser" }).click();
  const preview = page.getByLabel("Preview of your picture");
  await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("meter", { name: "Microphone level" })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole("button", { name: "Go live", exact: true }).click();
  await expect(page.getByText("You are live")).toBeVisible({ timeout: LIVE_PATIENCE_MS });

  const hash =
    (await page
      .getByText(/^[0-9a-z]{16}$/)
      .first()
      .textContent()) ?? "";
  const playlist = `${kinora.urls.edge}/hls/${hash}/master.m3u8`;
  await expect.poll(async () => (await fetch(playlist)).status, { timeout: LIVE_PATIENCE_MS }).toBe(200);
  const viewer = await (await browser.newContext()).newPage();
  await viewer.goto(`${kinora.urls.edge}/embed/${hash}?autoplay=1&muted=1`);
  const played = () =>
    viewer
      .locator("video")
      .first()
      .evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0);
  const before = await played();
  await expect.poll(played, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(before + 2);

  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("Not live", { exact: true })).toBeVisible();
});

test("a browser on a lossy network whose address changes continues the same session", { tag: "@slow" }, async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  let relay: UdpRelay | null = null;
  await page.exposeFunction("relayed", async (port: number) => {
    relay ??= await UdpRelay.begin(port, ONE_IN);
    // A restart names the relay again, for the addresses of the next network.
    relay.restore();
    return relay.port;
  });
  await page.addInitScript(THROUGH_RELAY);
  const sessions: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${kinora.urls.edge}/whip`)) sessions.push(request.method());
  });
  await streamPage(page);
  await page.getByRole("button", { name: "Use this browser" }).click();
  await page.getByRole("button", { name: "Go live", exact: true }).click();
  await expect(page.getByText("You are live")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  const network = relay as UdpRelay | null;
  if (network === null) throw new Error("The page does not use the relay.");
  const hash =
    (await page
      .getByText(/^[0-9a-z]{16}$/)
      .first()
      .textContent()) ?? "";
  const watch = new LiveWatch(`${kinora.urls.edge}/hls/${hash}/source/index.m3u8`);
  await watch.until("it is on air", wholeSegments(2));

  network.cut();
  // Another way is often found within the second between two of Playwright's looks: each frame is asked.
  await page.waitForFunction(() => document.body.innerText.includes("Connection lost. Reconnecting…"), undefined, {
    timeout: LIVE_PATIENCE_MS,
  });
  await expect(page.getByText("You are live")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  expect(sessions.filter((method) => method !== "OPTIONS")).toEqual(["POST", "PATCH"]);
  expect([network.addresses > 1, network.dropped > 0]).toEqual([true, true]);
  const before = watch.lastSequence;
  await watch.until("it continues", () => watch.lastSequence > before + 2);
  expect(watch.violations).toEqual([]);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  network.close();
});

test("a browser that is refused the camera says so, also on a phone", { tag: "@slow" }, async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await streamPage(page);
  await page.getByRole("button", { name: "Use this browser" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "does not allow the camera" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Go live", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  expect(await obstacles(page)).toEqual([]);
});
