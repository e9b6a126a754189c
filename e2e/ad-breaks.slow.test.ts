import { createRequire } from "node:module";
import { join } from "node:path";
import { sendWithSplices } from "@kinora/media/fixtures/splice-sender.ts";
import { insertSection } from "@kinora/media/live/splice-fixtures.ts";
import { publishTo } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { errorsOn, playsSeconds, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";

const require = createRequire(import.meta.url);

/** Players of others; each collects the date ranges that it reports. */
const players = [
  {
    name: "hls.js",
    // It is a dependency of the player, not of the tests.
    script: join(import.meta.dirname, "../node_modules/hls.js/dist/hls.js"),
    start: `async (url) => {
      window.ranges = [];
      const hls = new Hls();
      hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
        window.ranges = Object.values(details.dateRanges).map(({ id, class: name, duration, plannedDuration, startDate, isValid, attr }) => ({
          id, name, duration, start: startDate.getTime(), isValid,
          ...(attr["SCTE35-OUT"] && { planned: plannedDuration, out: attr["SCTE35-OUT"], back: attr["SCTE35-IN"] ?? null }),
        }));
      });
      hls.on(Hls.Events.ERROR, (_, { fatal, details }) => fatal && window.playerErrors.push(details));
      hls.loadSource(url);
      hls.attachMedia(document.querySelector("video"));
    }`,
  },
  {
    name: "Shaka Player",
    script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
    start: `async (url) => {
      window.ranges = [];
      const player = new shaka.Player();
      await player.attach(document.querySelector("video"));
      player.addEventListener("error", ({ detail }) => window.playerErrors.push(String(detail)));
      player.addEventListener("timelineregionadded", ({ detail: { id, schemeIdUri: name, startTime, endTime } }) =>
        window.ranges.push({ id, name, duration: Math.round(endTime - startTime) }));
      await player.load(url);
    }`,
  },
];

test("players of others learn of an ad break from the playlist in a project without ads: when it begins and how long it lasts", async ({
  browser,
  product,
}) => {
  test.setTimeout(patient(240_000));
  const project = await makeProject(product);
  const stream = await makeStream(project);
  const publisher = await publishTo(stream.address);
  const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
  try {
    await expect.poll(async () => (await fetch(master)).status, { timeout: LIVE_PATIENCE_MS }).toBe(200);
    const pages = await Promise.all(players.map(() => browser.newPage()));
    for (const [at, player] of players.entries()) {
      const page = pages[at];
      if (!page) continue;
      await prepare(page, player, master);
      await start(page, player, master);
      await playsSeconds(page, 2);
    }
    const asked = Date.now();
    expect((await project.call("POST", `/streams/${stream.id}/ad-break`, { seconds: 30 })).status).toBe(200);
    const [withHls, withShaka] = pages;
    const ranges = (page: typeof withHls) => page?.evaluate("window.ranges");
    await expect
      .poll(() => ranges(withHls), { timeout: LIVE_PATIENCE_MS })
      .toEqual([{ id: "ad-break-1", name: "kinora.ad-break", duration: 30, start: expect.any(Number), isValid: true }]);
    const [{ start: begins }] = (await ranges(withHls)) as [{ start: number }];
    expect(Math.abs(begins - asked)).toBeLessThan(patient(5_000));
    await expect
      .poll(() => ranges(withShaka), { timeout: LIVE_PATIENCE_MS })
      .toContainEqual({ id: "ad-break-1", name: "kinora.ad-break", duration: 30 });
    for (const page of pages) {
      await playsSeconds(page, 2);
      expect(await errorsOn(page)).toEqual([]);
    }
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});

test("players of others get the breaks that an encoder announces over SRT, and status says so while one lasts", async ({
  browser,
  product,
}) => {
  test.setTimeout(patient(240_000));
  const project = await makeProject(product);
  const stream = await makeStream(project);
  const hex = (section: Buffer) => `0x${section.toString("hex").toUpperCase()}`;
  const back = insertSection({ eventId: 7, kind: "in" });
  let out = back;
  const publisher = await sendWithSplices(stream.srtAddress, (firstPts) => {
    const pts = firstPts + 20 * 90_000;
    out = insertSection({ eventId: 7, kind: "out", pts, durationSeconds: 30, endsItself: false });
    return [...[12, 14, 16, 18].map((seconds) => ({ seconds, section: out })), { seconds: 40, section: back }];
  });
  const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
  const status = async () =>
    (await (await fetch(`${product.urls.edge}/embed/${stream.hash}/status.json`)).json()) as { ad_break?: unknown };
  try {
    await expect
      .poll(async () => (await fetch(master)).status, { timeout: LIVE_PATIENCE_MS, message: publisher.said() })
      .toBe(200);
    const pages = await Promise.all(players.map(() => browser.newPage()));
    for (const [at, player] of players.entries()) {
      const page = pages[at];
      if (!page) continue;
      await prepare(page, player, master);
      await start(page, player, master);
    }
    const [withHls, withShaka] = pages;
    const ranges = (page: typeof withHls) => page?.evaluate("window.ranges");
    const range = {
      id: expect.stringMatching(/^insert-7-\d+$/),
      name: "kinora.ad-break",
      start: expect.any(Number),
      isValid: true,
      planned: 30,
      out: hex(out),
    };
    await expect
      .poll(() => ranges(withHls), { timeout: LIVE_PATIENCE_MS })
      .toEqual([{ ...range, duration: null, back: null }]);
    await expect.poll(async () => (await status()).ad_break ?? null, { timeout: LIVE_PATIENCE_MS }).not.toBeNull();
    await expect
      .poll(() => ranges(withShaka), { timeout: LIVE_PATIENCE_MS })
      .toContainEqual({ id: range.id, name: "kinora.ad-break", duration: 30 });
    await expect
      .poll(() => ranges(withHls), { timeout: LIVE_PATIENCE_MS })
      .toEqual([{ ...range, duration: expect.any(Number), back: hex(back) }]);
    await expect.poll(async () => (await status()).ad_break ?? null, { timeout: LIVE_PATIENCE_MS }).toBeNull();
    for (const page of pages) {
      await playsSeconds(page, 2);
      expect(await errorsOn(page)).toEqual([]);
    }
  } finally {
    publisher.stop();
    await project.db.destroy();
  }
});
