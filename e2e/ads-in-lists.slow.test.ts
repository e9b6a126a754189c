import { insertRow } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { obstacles } from "./accessibility.ts";
import {
  adVideo,
  content,
  counted,
  expectAd,
  expectContent,
  place,
  schedule,
  start,
  toItsEnd,
  whole,
  withAdEdge,
} from "./ad-page.ts";
import { makeStream } from "./live-stream.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { ASSET_SECONDS } from "./playback-asset.ts";
import { expect, test } from "./product.ts";

const { edge, demo, open, single } = withAdEdge();

test("in a playlist, each video begins with its own ads, in one media element of the content", async ({ page }) => {
  const settings = single("linear.xml");
  const { beacons, problems, ...first } = await open(page, settings);
  const second = await open(page, settings, { use: "none" });
  const third = await open(page, settings);
  const hash = await edge().addPlaylist([first, second, third]);
  await page.goto(`${edge().url}/embed/${hash}`);
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

  // The third one has; leaving the video during its ad ends the ad as well.
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
  const { beacons, problems, ...first } = await open(page, settings);
  const second = await open(page, settings);
  const began = Date.now() - 2_000;
  const hash = await edge().addPlaylist([first, second], { type: "channel", start_at: new Date(began), loop: true });
  await page.goto(`${edge().url}/embed/${hash}`);
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

test("a livestream begins after its preroll, plays one break on cue, and returns to live", async ({
  page,
  product,
}) => {
  const project = await makeProject(product);
  try {
    const tag = `${product.urls.edge}/demo/vast/linear.xml`;
    const settings = { ...defaultAdSettings, ...schedule({ tags: [tag] }, { tags: [tag], position: "time", at: 1 }) };
    const { projectId: project_id, accountId: account_id } = project;
    await insertRow(project, "ad_schedules", {
      project_id,
      account_id,
      name: "Default",
      is_default: true,
      settings: JSON.stringify(settings),
    });
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
    expect((await project.call("POST", `/streams/${id}/ad-break`, { seconds: 60 })).status).toBe(200);
    expect((await project.call("POST", `/streams/${id}/ad-break`, { seconds: 60 })).status).toBe(409);
    await expectAd(page);
    const { paused, seconds: left } = await place(content(page));
    expect(paused).toBe(true);
    await toItsEnd(page);
    await expectContent(page, left + 1);
    const behind = () =>
      content(page).evaluate(({ seekable, currentTime }: HTMLVideoElement) => seekable.end(0) - currentTime);
    expect(await behind()).toBeLessThan(10);
    // The break lasts, and is not played again, also not by another status.
    const status = await page.waitForResponse((response) => response.url().includes("/status.json"));
    expect(((await status.json()) as { ad_break: unknown }).ad_break).not.toBeNull();
    await expectContent(page, (await place(content(page))).seconds + 1);
    await expect(page.locator(".kinora-ad")).toBeHidden();
    const impressions = project.db
      .selectFrom("ad_counts")
      .select("count")
      .where("project_id", "=", project_id)
      .where("event", "=", "impression");
    await expect.poll(() => impressions.execute(), { timeout: LIVE_PATIENCE_MS }).toEqual([{ count: 2 }]);
    await project.call("DELETE", `/streams/${id}`);
  } finally {
    await project.db.destroy();
  }
});
