import {
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
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";

const { demo, open, single } = withAdEdge();

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
