import { spawn } from "node:child_process";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { Page } from "@playwright/test";
import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { bigPlay, problemsOf, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";

/** A picture in real time, with a tone of 440 Hz in German and one of 1,000 Hz in English. */
const PROGRAMME = [
  ...["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
  ...[440, 1_000].flatMap((hertz) => ["-re", "-f", "lavfi", "-i", `sine=frequency=${hertz}:sample_rate=48000`]),
  ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency"],
  ...["-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2"],
  ...["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng", "-f", "mpegts"],
];

/** The loudest frequency of what a page's player plays, in hertz. */
const heardOn = (page: Page) =>
  page.evaluate(() => {
    const kept = window as unknown as { kinoraEar?: AnalyserNode };
    if (!kept.kinoraEar) {
      const context = new AudioContext({ sampleRate: 48_000 });
      const video = document.querySelector("video");
      if (!video) throw new Error("There is no player.");
      kept.kinoraEar = new AnalyserNode(context, { fftSize: 8_192 });
      context.createMediaElementSource(video).connect(kept.kinoraEar).connect(context.destination);
    }
    const bins = new Float32Array(kept.kinoraEar.frequencyBinCount);
    kept.kinoraEar.getFloatFrequencyData(bins);
    const loudest = bins.indexOf(Math.max(...bins));
    return Math.round((loudest * 48_000) / 8_192);
  });

async function chooseSound(page: Page, name: RegExp): Promise<void> {
  const item = page.locator("media-settings-menu-item", { hasText: /^\s*Audio/ });
  await expect(async () => {
    await showControls(page);
    if (!(await item.isVisible())) await page.locator("media-settings-menu-button").click();
    await item.click({ timeout: patient(1_000) });
  }).toPass();
  const choices = page.locator("media-audio-track-menu media-chrome-menu-item");
  await expect(choices).toHaveText([/German/, /English/]);
  await choices.filter({ hasText: name }).click();
}

test("a viewer of a livestream in two languages changes from one to the other and back", async ({ page, product }) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "passthrough" });
  const { ffmpegPath } = await mediaTools();
  const encoder = spawn(ffmpegPath, ["-nostdin", "-v", "error", ...PROGRAMME, stream.srtAddress], { stdio: "ignore" });
  try {
    const sounds = `${product.urls.edge}/hls/${stream.hash}/sounds/1.m3u8`;
    await until("there is a second sound", async () => (await fetch(sounds)).ok, LIVE_PATIENCE_MS);
    const problems = problemsOf(page);
    await page.goto(`${product.urls.edge}/embed/${stream.hash}`);
    await bigPlay(page).click();
    await expectMoving(page);
    const hears = (hertz: number) =>
      expect.poll(async () => Math.abs((await heardOn(page)) - hertz), { timeout: LIVE_PATIENCE_MS }).toBeLessThan(20);
    await hears(440);
    await chooseSound(page, /English/);
    await hears(1_000);
    await expectMoving(page);
    await chooseSound(page, /German/);
    await hears(440);
    await expectMoving(page);
    expect(problems).toEqual([]);
  } finally {
    encoder.kill("SIGKILL");
    await project.db.destroy();
  }
});
