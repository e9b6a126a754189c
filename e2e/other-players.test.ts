import { createRequire } from "node:module";
import { clip } from "@kinora/media/fixtures.ts";
import type { Page } from "@playwright/test";
import { publishTo } from "./live-publisher.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

const require = createRequire(import.meta.url);

interface PlayerOnPage extends Window {
  /** Errors the player could not recover from. */
  playerErrors: string[];
}

/** Players of others, and how a page plays a master playlist with one. */
const players = [
  {
    name: "Shaka Player",
    tellsEnd: true,
    script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
    start: `async (url) => {
      const player = new shaka.Player();
      await player.attach(document.querySelector("video"));
      player.addEventListener("error", ({ detail }) => window.playerErrors.push(
        JSON.stringify([detail.severity, detail.code, detail.data])));
      await player.load(url);
    }`,
  },
  {
    name: "Video.js",
    // It fires no such event here.
    tellsEnd: false,
    script: require.resolve("video.js/dist/video.js"),
    start: `async (url) => {
      const player = videojs(document.querySelector("video"), { html5: { vhs: { overrideNative: true } }, liveui: true });
      player.on("error", () => window.playerErrors.push(JSON.stringify(player.error())));
      player.src({ src: url, type: "application/vnd.apple.mpegurl" });
    }`,
  },
] as const;

/** Plays a master playlist on a page that has nothing but the player. */
async function open(page: Page, player: (typeof players)[number], master: string): Promise<void> {
  const address = new URL("/other-player", master).href;
  const body = "<!doctype html><video muted autoplay playsinline></video>";
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(address);
  await page.addScriptTag({ path: player.script });
  await page.evaluate(`window.playerErrors = []; (${player.start})(${JSON.stringify(master)})`);
}

const stateOf = async (project: PipelineProject, { id }: LiveStream) => {
  const { body } = await project.call("GET", `/streams/${id}`);
  return (body["data"] as { on_air: string }).on_air;
};

for (const player of players) {
  test(`${player.name} plays on through a pause, a reconnect and the loop, and takes the end of the stream for no error`, async ({
    page,
    product,
  }) => {
    const project = await makeProject(product);
    const path = await clip("streamable", { durationSeconds: 12 });
    const { videoId } = await upload({ project, api: () => product.urls.api, path, stepBytes: 4 << 20 });
    expect((await untilEnded(project, videoId)).failure).toBeNull();
    const stream = await makeStream(project, { reconnect_seconds: 60 });
    const shows = (source: string) =>
      until(`${source} is on air`, async () => (await stateOf(project, stream)) === source);
    let publisher = await publishTo(stream.address);
    const missing: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 404) missing.push(answer.url());
    });
    try {
      await shows("live");
      await open(page, player, `${product.urls.edge}/hls/${stream.hash}/master.m3u8`);
      await expectMoving(page);
      for (const paused of [true, false]) {
        await project.call("PATCH", `/streams/${stream.id}/pause`, { paused });
        await shows(paused ? "slate" : "live");
        await playsSeconds(page, 6);
      }
      await publisher.stop();
      await shows("slate");
      await playsSeconds(page, 6);
      publisher = await publishTo(stream.address);
      await shows("live");
      await playsSeconds(page, 6);
      await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [videoId] });
      for (const source of ["loop", "live", "loop", "live"]) {
        await project.call("PATCH", `/streams/${stream.id}/switch`, { source });
        await shows(source);
        await playsSeconds(page, 10);
      }
      expect(missing).toEqual([]);
      // Otherwise the loop would follow.
      await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [] });
      await project.call("POST", `/streams/${stream.id}/end`, {});
      const playlist = `${product.urls.edge}/hls/${stream.hash}/source/index.m3u8`;
      await until("the playlist says that it ended", async () => (await text(playlist)).includes("#EXT-X-ENDLIST"));
      if (player.tellsEnd) await expect.poll(() => page.locator("video").evaluate(ended)).toBe(true);
      expect(await page.evaluate(() => (window as unknown as PlayerOnPage).playerErrors)).toEqual([]);
      expect(missing).toEqual([]);
    } finally {
      await publisher.stop();
      await project.db.destroy();
    }
  });
}

const ended = (video: HTMLVideoElement) => video.ended;

const text = async (address: string) => (await fetch(address)).text();

/** Plays on for so many seconds from wherever it is. */
async function playsSeconds(page: Page, seconds: number): Promise<void> {
  const currentTime = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  const from = await currentTime();
  await expect.poll(currentTime).toBeGreaterThan(from + seconds);
}
