import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Browser, Page } from "@playwright/test";
import { publishTo } from "./live-publisher.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { errorsOn, playsSeconds, playsToItsEnd, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { startPlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

const require = createRequire(import.meta.url);

/** Players of others, and how a page plays a master playlist with one. */
const players = [
  {
    name: "Shaka Player",
    tellsEnd: true,
    mayStandStill: false,
    script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
    start: `async (url) => {
      const player = new shaka.Player();
      await player.attach(document.querySelector("video"));
      player.addEventListener("error", ({ detail }) => {
        if (detail.severity === shaka.util.Error.Severity.CRITICAL)
          window.playerErrors.push(JSON.stringify([detail.code, detail.data, String(detail)]));
      });
      await player.load(url);
    }`,
  },
  {
    name: "Video.js",
    // It fires no such event here.
    tellsEnd: false,
    // Its loaders of picture and sound wait for each other at each change of timeline, and on a busy machine
    // both may wait for ever: a viewer then starts it again.
    mayStandStill: true,
    script: require.resolve("video.js/dist/video.js"),
    start: `async (url) => {
      const player = videojs.getAllPlayers()[0] ?? videojs(document.querySelector("video"), { html5: { vhs: { overrideNative: true } }, liveui: true });
      player.on("error", () => window.playerErrors.push(JSON.stringify(player.error())));
      player.src({ src: url, type: "application/vnd.apple.mpegurl" });
    }`,
  },
  {
    name: "Mux Player",
    tellsEnd: true,
    mayStandStill: false,
    script: join(dirname(require.resolve("@mux/mux-player")), "mux-player.js"),
    start: `async (url) => {
      const player = document.createElement("mux-player");
      for (const name of ["muted", "autoplay", "disable-tracking", "disable-cookies"]) player.setAttribute(name, "");
      player.setAttribute("prefer-playback", "mse");
      player.setAttribute("stream-type", "ll-live");
      player.addEventListener("error", ({ detail }) => window.playerErrors.push(String(detail ?? player.error)));
      document.querySelector("video").replaceWith(player);
      player.src = url;
    }`,
  },
] as const;

/** After so long without progress a viewer starts a player again. */
const STANDS_STILL_MS = patient(30_000);

type TriedPlayer = (typeof players)[number];

const stateOf = async (project: PipelineProject, { id }: LiveStream) => {
  const { body } = await project.call("GET", `/streams/${id}`);
  return (body["data"] as { on_air: string }).on_air;
};

/** A page for each player, all of which play one stream: a stream's encoders cost more than its players. */
async function openPlayers(browser: Browser, master: string): Promise<{ player: TriedPlayer; page: Page }[]> {
  return Promise.all(
    players.map(async (player) => {
      const page = await browser.newPage();
      await prepare(page, player, master);
      return { player, page };
    }),
  );
}

test("players of others play on through a pause, a reconnect and the loop, and take the end of the stream for no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(patient(600_000));
  const project = await makeProject(product);
  const path = await clip("streamable", { durationSeconds: 12 });
  const { videoId } = await upload({ project, api: () => product.urls.api, path, stepBytes: 4 << 20 });
  expect((await untilEnded(project, videoId)).failure).toBeNull();
  const stream = await makeStream(project, { reconnect_seconds: 60 });
  const shows = (source: string) =>
    until(`${source} is on air`, async () => (await stateOf(project, stream)) === source, LIVE_PATIENCE_MS);
  let publisher = await publishTo(stream.address);
  const missing: string[] = [];
  try {
    await shows("live");
    const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
    const opened = await openPlayers(browser, master);
    const each = (what: (page: Page, player: TriedPlayer) => Promise<unknown>) =>
      Promise.all(opened.map(({ page, player }) => test.step(player.name, () => what(page, player))));
    for (const { page, player } of opened)
      page.on("response", (answer) => {
        if (answer.status() === 404 && isNamed(answer.url())) missing.push(`${player.name} ${answer.url()}`);
      });
    await each((page, player) => start(page, player, master));
    await each(expectMoving);
    const playsOn = (seconds: number) => async (page: Page, player: TriedPlayer) => {
      if (!player.mayStandStill) return playsSeconds(page, seconds);
      await playsSeconds(page, seconds, STANDS_STILL_MS).catch(async () => {
        test.info().annotations.push({ type: "started again", description: player.name });
        await start(page, player, master);
        await playsSeconds(page, seconds);
      });
    };
    for (const paused of [true, false]) {
      await project.call("PATCH", `/streams/${stream.id}/pause`, { paused });
      await shows(paused ? "slate" : "live");
      await each(playsOn(6));
    }
    await publisher.stop();
    await shows("slate");
    await each(playsOn(6));
    publisher = await publishTo(stream.address);
    await shows("live");
    await each(playsOn(6));
    await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [videoId] });
    for (const source of ["loop", "live", "loop", "live"]) {
      await project.call("PATCH", `/streams/${stream.id}/switch`, { source });
      await shows(source);
      await each(playsOn(10));
    }
    expect(missing).toEqual([]);
    // Otherwise the loop would follow.
    await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [] });
    await project.call("POST", `/streams/${stream.id}/end`, {});
    const playlist = `${product.urls.edge}/hls/${stream.hash}/source/index.m3u8`;
    await until(
      "the playlist says that it ended",
      async () => (await text(playlist)).includes("#EXT-X-ENDLIST"),
      LIVE_PATIENCE_MS,
    );
    for (const { page, player } of opened) {
      if (player.tellsEnd) await test.step(player.name, () => playsToItsEnd(page));
      expect(await errorsOn(page), player.name).toEqual([]);
      await page.close();
    }
    expect(missing).toEqual([]);
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("players of others play a livestream that has just begun", async ({ browser, product }) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "360p" });
  const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
  const opened = await openPlayers(browser, master);
  const publisher = await publishTo(stream.address);
  try {
    await until("there is a playlist", async () => (await fetch(master)).ok, LIVE_PATIENCE_MS);
    await Promise.all(opened.map(({ page, player }) => start(page, player, master)));
    for (const { page, player } of opened) {
      await expectMoving(page);
      expect(await errorsOn(page), player.name).toEqual([]);
      await page.close();
    }
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("players of others show the picture of a video, whose playlist also has the sound alone", async ({ browser }) => {
  const edge = await startPlaybackEdge();
  try {
    const { hash } = await edge.addVideo();
    const master = `${edge.url}/hls/${hash}/master.m3u8`;
    expect(await text(master)).toMatch(/#EXT-X-STREAM-INF:(?!.*RESOLUTION).*\nv1\/audio\/index\.m3u8/);
    for (const { page, player } of await openPlayers(browser, master)) {
      await start(page, player, master);
      await playsSeconds(page, 2);
      const height = await page.locator("video").evaluate(({ videoHeight }: HTMLVideoElement) => videoHeight);
      expect(height, player.name).toBeGreaterThan(0);
      expect(await errorsOn(page), player.name).toEqual([]);
      await page.close();
    }
  } finally {
    await edge.close();
  }
});

/**
 * Whether a playlist can have named an address. Video.js asks for `/undefined` of the page where the playlist that it has by
 * then lacks the part it waited to load. A name in a playlist would be below the playlist.
 */
const isNamed = (address: string) => new URL(address).pathname.startsWith("/hls/");

const text = async (address: string) => (await fetch(address)).text();
