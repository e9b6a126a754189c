import { createRequire } from "node:module";
import { answersOf } from "./answered-files.ts";
import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { errorsOn, placeOf, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { publishTwoSounds } from "./two-sounds.ts";

const require = createRequire(import.meta.url);

interface Winding extends Window {
  player: { trickPlay(rate: number): void; seekRange(): { start: number; end: number }; cancelTrickPlay(): void };
}

const shaka = {
  name: "Shaka Player",
  script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
  start: `async (url) => {
    window.player = new shaka.Player();
    await window.player.attach(document.querySelector("video"));
    window.player.addEventListener("error", ({ detail }) => window.playerErrors.push(JSON.stringify([detail.code, detail.data])));
    await window.player.load(url);
  }`,
};

/** Seconds of a livestream before a player opens it, so that it has to load what it winds over. */
const WOUND_SECONDS = 24;

test("Shaka Player winds a livestream by the key frames of its segments", async ({ page, product }) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "passthrough" });
  const folder = `${product.urls.edge}/hls/${stream.hash}`;
  const stop = await publishTwoSounds(stream.srtAddress);
  try {
    const seconds = async () => {
      const text = await (await fetch(`${folder}/key-frames/source/index.m3u8`)).text();
      return [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, duration]) => sum + Number(duration), 0);
    };
    await until("there is something to wind over", async () => (await seconds()) > WOUND_SECONDS, LIVE_PATIENCE_MS);
    await prepare(page, shaka, folder);
    const answers = answersOf(page);
    await start(page, shaka, `${folder}/master.m3u8`);
    await expectMoving(page);
    const from = await page.evaluate(() => (window as unknown as Winding).player.seekRange().start);
    await page.evaluate((seekTo) => {
      (window as unknown as Winding).player.trickPlay(4);
      const video = document.querySelector("video");
      if (video) video.currentTime = seekTo;
    }, from + 1);
    const wound = () => answers.got.filter((path) => /\/key-frames\/source\/\d+\.m4s$/.test(path)).length;
    await expect.poll(wound, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(2);
    const place = async () => (await placeOf(page)).currentTime;
    await expect.poll(place, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(from + 8);
    await page.evaluate(() => (window as unknown as Winding).player.cancelTrickPlay());
    await expectMoving(page);
    expect(await errorsOn(page)).toEqual([]);
    expect(answers.refused).toEqual([]);
  } finally {
    stop();
    await project.db.destroy();
  }
});
