import {
  defaultAdSettings,
  defaultAdSource,
  defaultVideoAds,
  type AdBreak,
  type AdSettings,
  type VideoAds,
} from "@kinora/domain/ads/ad-settings.ts";
import { makeDemoAd } from "@kinora/server/ads/demo/demo-clip.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { obstacles } from "./accessibility.ts";
import { makeStream } from "./live-stream.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { ASSET_SECONDS } from "./playback-asset.ts";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startPlaybackEdge();
  await makeDemoAd.run(edge.services);
});
test.afterAll(async () => {
  await edge?.close();
});

const demo = (file: string) => `${edge.url}/demo/vast/${file}`;
const adVideo = (page: Page) => page.locator(".kinora-ad-video");
const content = (page: Page) => page.locator("video[slot=media]");
const place = (of: ReturnType<Page["locator"]>) =>
  of.evaluate((video: HTMLVideoElement) => ({ seconds: video.currentTime, paused: video.paused, ended: video.ended }));

interface Watched {
  /** Beacons by `ad event`, in the order they were sent. */
  beacons: string[];
  /** Files of ads code that were loaded. */
  code: string[];
  problems: string[];
}

/** Opens the embed page of a new video with these ads. */
async function open(
  page: Page,
  settings: Partial<AdSettings>,
  own: Partial<VideoAds> = {},
): Promise<Watched & { id: number }> {
  const { id, hash } = await edge.addVideo();
  const { db } = edge.services;
  const { project_id, account_id } = await db
    .selectFrom("videos")
    .select(["project_id", "account_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const row = { settings: JSON.stringify({ ...defaultAdSettings, ...settings }) };
  await db
    .insertInto("ad_schedules")
    .values({ project_id, account_id, name: "Default", is_default: true, ...row })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .where(sql<boolean>`is_default`)
        .doUpdateSet(row),
    )
    .execute();
  await db
    .insertInto("video_ads")
    .values({ project_id, video_id: id, settings: JSON.stringify({ ...defaultVideoAds, ...own }) })
    .execute();
  const watched: Watched = { beacons: [], code: [], problems: [] };
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/beacon"))
      watched.beacons.push(
        `${searchParams.get("ad")} ${searchParams.get("event")}${searchParams.has("code") ? ` ${searchParams.get("code")}` : ""}`,
      );
    if (/\/assets\/(?:player-with-ads|ad-|vast)/.test(pathname)) watched.code.push(pathname);
  });
  page.on("pageerror", ({ message }) => watched.problems.push(message));
  await page.goto(`${edge.url}/embed/${hash}`);
  return { id, ...watched };
}

const start = (page: Page) => page.locator(".kinora-start-button").click();
const single = (file: string, more: Partial<AdSettings> = {}): Partial<AdSettings> => ({
  mode: "single",
  single: { ...defaultAdSource, tags: [demo(file)] },
  ...more,
});
const schedule = (...breaks: (Partial<AdBreak> & { tags: string[] })[]): Partial<AdSettings> => ({
  mode: "schedule",
  breaks: breaks.map((each) => ({ ...defaultAdSource, position: "pre", at: 0, ...each })),
});

async function expectAd(page: Page): Promise<void> {
  await expect
    .poll(async () => (await place(adVideo(page))).seconds, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(0.2);
}
async function expectContent(page: Page, fromSeconds = 0): Promise<void> {
  await expect(page.locator(".kinora-ad")).toBeHidden({ timeout: LIVE_PATIENCE_MS });
  await expect
    .poll(async () => (await place(content(page))).seconds, { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(fromSeconds + 0.3);
}
/** An ad is not watched to its end: the last second says the same. */
const toItsEnd = (page: Page) =>
  adVideo(page).evaluate((video: HTMLVideoElement) => (video.currentTime = video.duration - 0.4));
const counted = (beacons: readonly string[]) =>
  Object.fromEntries(
    [...new Set(beacons)].toSorted().map((beacon) => [beacon, beacons.filter((each) => each === beacon).length]),
  );
const whole = (ad: string) =>
  Object.fromEntries(
    ["complete", "firstQuartile", "impression", "midpoint", "start", "thirdQuartile"].map((event) => [
      `${ad} ${event}`,
      1,
    ]),
  );

test("a page without ads loads none of their code", async ({ page }) => {
  const { code } = await open(page, { mode: "off" });
  await start(page);
  await expectContent(page);
  expect(code).toEqual([]);
});

test("a preroll plays before the content, with each beacon once, and is counted", async ({ page }) => {
  const { beacons, problems, id } = await open(page, single("linear.xml"));
  await start(page);
  await expectAd(page);
  expect((await place(content(page))).seconds).toBe(0);
  await expect(page.locator(".kinora-ad-label")).toHaveText(/^Ad · 0:0\d$/);
  await expect(page.getByRole("button", { name: "Skip ad" })).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  expect(await obstacles(page)).toEqual([]);
  await expectContent(page);
  expect(counted(beacons)).toEqual(whole("linear"));
  expect(problems).toEqual([]);
  const counts = () =>
    edge.services.db
      .selectFrom("ad_counts")
      .innerJoin("videos", "videos.project_id", "ad_counts.project_id")
      .select(["event", "count"])
      .where("videos.id", "=", id)
      .where("event", "in", ["impression", "complete"])
      .execute();
  await expect.poll(counts).toHaveLength(2);
  const shown = async () => {
    const hours = edge.services.db.selectFrom("view_hours").select(["ads", "ad_requests"]).where("item_id", "=", id);
    return (await hours.execute()).map(({ ads, ad_requests: asked }) => [ads, asked]);
  };
  await expect.poll(shown, { timeout: 20_000 }).toContainEqual([1, 1]);
});

test("an ad is skipped when it allows it, clicked, paused and muted", async ({ page, context }) => {
  const { beacons } = await open(page, single("skippable.xml"));
  await start(page);
  await expectAd(page);
  await expect(page.locator(".kinora-ad-skip")).toBeDisabled();
  await page.getByRole("button", { name: "Mute ad" }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Learn more" }).click();
  expect((await opened).url()).toBe(demo("clicked"));
  await page.bringToFront();
  await page.getByRole("button", { name: "Play ad" }).click();
  await page.getByRole("button", { name: "Skip ad" }).click();
  await expectContent(page);
  expect(counted(beacons)).toMatchObject({
    "skippable impression": 1,
    "skippable start": 1,
    "skippable mute": 1,
    "skippable click": 1,
    "skippable pause": 1,
    "skippable resume": 1,
    "skippable skip": 1,
  });
  expect(beacons).not.toContain("skippable complete");
});

test("a pod plays in its order", async ({ page }) => {
  const { beacons } = await open(page, single("pod.xml"));
  await start(page);
  await expectAd(page);
  await expect(page.getByText(/^Ad 1 of 2/)).toBeVisible();
  await toItsEnd(page);
  await expect(page.getByText(/^Ad 2 of 2/)).toBeVisible();
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page);
  expect(counted(beacons)).toEqual({ ...whole("pod-1"), ...whole("pod-2") });
});

test("wrappers are followed, and their beacons sent with the ad's", async ({ page }) => {
  const { beacons } = await open(page, single("wrapper.xml"));
  await start(page);
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page);
  expect(counted(beacons)).toEqual({ ...whole("linear"), ...whole("wrapper-1"), ...whole("wrapper-2") });
});

test("where a tag has no ad, its fallback plays", async ({ page }) => {
  const { beacons } = await open(page, schedule({ tags: [demo("empty.xml"), demo("error.xml"), demo("linear.xml")] }));
  await start(page);
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page);
  expect(counted(beacons)).toEqual({ "empty error 303": 1, ...whole("linear") });
});

for (const [file, beacons] of Object.entries({
  "error.xml": [],
  "slow.xml": [],
  "bad.xml": [],
  "empty.xml": ["empty error 303"],
  "loop.xml": ["loop error 302"],
  "wrong-type.xml": ["wrong-type error 403"],
  "missing-media.xml": ["missing-media error 401"],
  "slow-media.xml": ["slow-media error 402"],
}))
  test(`the content starts when the ad server answers with ${file}`, async ({ page }) => {
    const watched = await open(page, single(file, { preroll_timeout_ms: 1_500 }));
    await start(page);
    await expectContent(page);
    expect(watched.beacons).toEqual(beacons);
    expect(watched.problems).toEqual([]);
  });

test("more than five wrappers are not followed", async ({ page }) => {
  const { beacons } = await open(page, single("deep.xml"));
  await start(page);
  await expectContent(page);
  expect(new Set(beacons.map((beacon) => beacon.split(" ")[2]))).toEqual(new Set(["302"]));
  expect(beacons).toHaveLength(6);
});

test("seeking past mid-rolls plays one, and the content continues where it was sought to, with its captions and quality", async ({
  page,
}) => {
  const { beacons } = await open(page, {}, { use: "own", tag: demo("linear.xml"), cue_points: [3, 5] });
  await start(page);
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page);
  beacons.length = 0;
  await content(page).evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 1.5;
    video.currentTime = 8;
  });
  await expectAd(page);
  expect(await place(content(page))).toMatchObject({ paused: true });
  await toItsEnd(page);
  await expectContent(page, 7.5);
  expect(await content(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
  expect(counted(beacons)).toEqual(whole("linear"));
});

test("in a playlist, each video begins with its own ads, in one media element of the content", async ({ page }) => {
  const settings = single("linear.xml");
  const { id: first, beacons, problems } = await open(page, settings);
  const { id: second } = await open(page, settings, { use: "none" });
  const { id: third } = await open(page, settings);
  const { db } = edge.services;
  const owner = await db
    .selectFrom("videos")
    .select(["project_id", "account_id"])
    .where("id", "=", first)
    .executeTakeFirstOrThrow();
  const hash = newHash();
  const playlist = await db
    .insertInto("playlists")
    .values({ ...owner, hash, name: "With ads", type: "manual" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("playlist_items")
    .values(
      [first, second, third].map((video_id, position) => ({
        playlist_id: playlist.id,
        project_id: owner.project_id,
        video_id,
        position,
      })),
    )
    .execute();
  await page.goto(`${edge.url}/embed/${hash}`);
  const next = page.getByRole("button", { name: "Next video" });
  await start(page);
  await expectAd(page);
  expect((await place(content(page))).seconds).toBe(0);
  await toItsEnd(page);
  await expectContent(page);
  await content(page).evaluate((video) => Reflect.set(globalThis, "firstVideo", video));
  expect(counted(beacons)).toEqual(whole("linear"));

  // The second one has no ads.
  await next.click();
  await expectContent(page);
  expect(counted(beacons)).toEqual(whole("linear"));

  // The third one has; who leaves it during its ad leaves the ad, too.
  await next.click();
  await expectAd(page);
  await page.getByRole("button", { name: "Previous video" }).click();
  await expectContent(page);
  await expect(adVideo(page)).toHaveCount(0);
  expect(counted(beacons)).toMatchObject({ "linear impression": 2, "linear complete": 1 });
  await next.click();
  await expectAd(page);
  expect(await obstacles(page)).toEqual([]);
  await toItsEnd(page);
  await expectContent(page);
  expect(counted(beacons)).toMatchObject({ "linear impression": 3, "linear complete": 2 });
  expect(await content(page).evaluate((video) => video === Reflect.get(globalThis, "firstVideo"))).toBe(true);
  expect(problems).toEqual([]);
});

test("a channel is joined after the preroll of its first video, at the moment that others see, and nothing interrupts it", async ({
  page,
}) => {
  const tag = demo("linear.xml");
  const settings = schedule(
    { tags: [tag] },
    { tags: [tag], position: "time", at: 1 },
    { tags: [tag], position: "post" },
  );
  const { id: first, beacons, problems } = await open(page, settings);
  const { id: second } = await open(page, settings);
  const { db } = edge.services;
  const owner = await db
    .selectFrom("videos")
    .select(["project_id", "account_id"])
    .where("id", "=", first)
    .executeTakeFirstOrThrow();
  const hash = newHash();
  const began = Date.now() - 2_000;
  const channel = { ...owner, hash, name: "With ads", type: "channel" as const, start_at: new Date(began), loop: true };
  const playlist = await db.insertInto("playlists").values(channel).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("playlist_items")
    .values(
      [first, second].map((video_id, position) => ({
        playlist_id: playlist.id,
        project_id: owner.project_id,
        video_id,
        position,
      })),
    )
    .execute();
  await page.goto(`${edge.url}/embed/${hash}`);
  await start(page);
  await expectAd(page);
  expect((await place(content(page))).paused).toBe(true);
  await toItsEnd(page);
  await expectContent(page);
  const onAir = () => ((Date.now() - began) / 1_000) % (2 * ASSET_SECONDS);
  expect(Math.abs((await place(content(page))).seconds - (onAir() % ASSET_SECONDS))).toBeLessThan(4);
  // The next video follows without ads, and none came within or after the one before.
  const shown = () =>
    page
      .locator(".kinora-playlist-items button")
      .evaluateAll((entries) => entries.findIndex((entry) => entry.getAttribute("aria-current") === "true"));
  const before = await shown();
  await expect.poll(shown, { timeout: LIVE_PATIENCE_MS }).toBe(1 - before);
  await expectContent(page);
  expect(counted(beacons)).toEqual(whole("linear"));
  expect(problems).toEqual([]);
});

test("a VMAP document names breaks before, within and after the content", async ({ page }) => {
  const { beacons } = await open(page, { mode: "vmap", vmap_tag: demo("vmap.xml") });
  await start(page);
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page);
  await content(page).evaluate((video: HTMLVideoElement) => (video.currentTime = 5.5));
  await expectAd(page);
  await toItsEnd(page);
  await expectContent(page, 5.5);
  await content(page).evaluate((video: HTMLVideoElement) => (video.currentTime = 11.5));
  await expectAd(page);
  await toItsEnd(page);
  await expect(page.locator(".kinora-ad")).toBeHidden({ timeout: LIVE_PATIENCE_MS });
  expect(await place(content(page))).toMatchObject({ ended: true });
  expect(counted(beacons)).toMatchObject({
    ...whole("skippable"),
    "vmap breakStart": 3,
    "vmap breakEnd": 3,
    "linear impression": 2,
    "linear complete": 2,
  });
});

test("an excluded view has no ads: one in so many views, and videos that have none", async ({ page }) => {
  const settings = single("linear.xml", { frequency: { kind: "views", n: 2 } });
  await open(page, settings);
  await start(page);
  await expectAd(page);
  const second = await open(page, settings);
  await start(page);
  await expectContent(page);
  expect(second.beacons).toEqual([]);
  const none = await open(page, settings, { use: "none" });
  await start(page);
  await expectContent(page);
  expect(none.beacons).toEqual([]);
});

test("a livestream begins after its preroll, and no break comes later", async ({ page, product }) => {
  const project = await makeProject(product);
  try {
    const tag = `${product.urls.edge}/demo/vast/linear.xml`;
    const settings = { ...defaultAdSettings, ...schedule({ tags: [tag] }, { tags: [tag], position: "time", at: 1 }) };
    const { projectId: project_id, accountId: account_id } = project;
    await project.db
      .insertInto("ad_schedules")
      .values({ project_id, account_id, name: "Default", is_default: true, settings: JSON.stringify(settings) })
      .execute();
    const { id, hash } = await makeStream(project, { ladder: "360p" });
    expect((await project.call("POST", `/streams/${id}/test`)).status).toBe(200);
    await until("the stream is on air", async () => {
      const { body } = await project.call("GET", `/streams/${id}`);
      return (body["data"] as { state: string }).state === "live" || null;
    });
    await page.goto(`${product.urls.edge}/embed/${hash}`);
    await start(page);
    await expectAd(page);
    expect((await place(content(page))).seconds).toBe(0);
    await toItsEnd(page);
    await expectContent(page);
    const from = (await place(content(page))).seconds;
    await expectContent(page, from + 2);
    await expect(page.locator(".kinora-ad")).toBeHidden();
    const impressions = project.db
      .selectFrom("ad_counts")
      .select("count")
      .where("project_id", "=", project_id)
      .where("event", "=", "impression");
    await expect.poll(() => impressions.execute(), { timeout: LIVE_PATIENCE_MS }).toEqual([{ count: 1 }]);
    await project.call("DELETE", `/streams/${id}`);
  } finally {
    await project.db.destroy();
  }
});
