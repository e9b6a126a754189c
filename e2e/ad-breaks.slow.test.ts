import { createRequire } from "node:module";
import { join } from "node:path";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
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
        window.ranges = Object.values(details.dateRanges).map(({ id, class: name, duration, startDate, isValid }) => ({ id, name, duration, start: startDate.getTime(), isValid }));
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

test("players of others learn of an ad break from the playlist: when it begins and how long it lasts", async ({
  browser,
  product,
}) => {
  test.setTimeout(patient(240_000));
  const project = await makeProject(product);
  const place = { project_id: project.projectId, account_id: project.accountId };
  await project.db
    .insertInto("ad_schedules")
    .values({ ...place, name: "Breaks", settings: JSON.stringify({ ...defaultAdSettings, mode: "single" }) })
    .execute();
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
