import { insertRow } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { expect, type Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { readVideo, untilEnded } from "./pipeline-project.ts";
import { test } from "./product.ts";
import { upload } from "./resumable-upload.ts";
import { sharedProject } from "./shared.ts";
import { watchFrames, type ShownFrame } from "./shown-frames.ts";

const FPS = 25;
const SECONDS = 24;
/** Frames wait for others that point back to them, so all but the first show this many later than they are counted. */
const DELAY_FRAMES = 2;
const WIDTHS = new Map([
  [240, 426],
  [360, 640],
]);

const project = sharedProject();

test("a player goes from a copied rendition to an encoded one and back, and every frame is shown in its time", async ({
  page,
  product,
}) => {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const hash = await makeVideo(product.urls.api);
  await page.goto(`${product.urls.edge}/embed/${hash}?autoplay=1&muted=1`);
  const watched = await watchFrames(page);
  await expect.poll(() => watched.evaluate(({ frames }) => frames.length)).toBeGreaterThan(5);
  const first = await shownHeight(page);
  const other = first === 360 ? 240 : 360;
  for (const height of [other, first, other, first]) {
    await chooseHeight(page, height);
    await expect.poll(() => shownHeight(page), { intervals: [50], timeout: LIVE_PATIENCE_MS }).toBe(height);
  }
  const changed = await watched.evaluate(({ frames }) => frames.length);
  await expect.poll(() => watched.evaluate(({ frames }) => frames.length)).toBeGreaterThan(changed + 10);

  const { frames, events } = await watched.jsonValue();
  expect([...problems, ...events]).toEqual([]);
  await expect(page.locator(".kinora-notice")).toHaveCount(0);
  const widths = frames.map(({ width }) => width).filter((width, index, all) => width !== all[index - 1]);
  expect(widths).toEqual([first, other, first, other, first].map((height) => WIDTHS.get(height)));
  expectInTime(frames);
  expectUnbroken(frames);
  await expectWhole(page);
});

/** Holds every frame to the moment it belongs to, by the stream's clock and by the player's. */
function expectInTime(frames: readonly ShownFrame[]): void {
  const misplaced = frames.filter(({ number, mediaTime, shownAt, readAt }) => {
    const due = Math.max(0, Math.round(mediaTime * FPS) - DELAY_FRAMES);
    return number < due - 2 || number > due + 2 + (readAt - shownAt) * FPS;
  });
  expect(misplaced).toEqual([]);
  const away = frames.filter(
    ({ mediaTime, currentTime, shownAt, readAt }) => Math.abs(currentTime - (readAt - shownAt) - mediaTime) > 2 / FPS,
  );
  // The player's clock is that of its sound, which the machine holds up for a moment now and then.
  expect(away.length, JSON.stringify(away)).toBeLessThanOrEqual(frames.length / 20);
}

/** Holds frames to following each other: none before another, and no hole. */
function expectUnbroken(frames: readonly ShownFrame[]): void {
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    if (!before) continue;
    const words = JSON.stringify([before, frame]);
    expect(frame.ranges, words).toBe(1);
    expect(frame.mediaTime, words).toBeGreaterThan(before.mediaTime);
    expect(frame.currentTime, words).toBeGreaterThanOrEqual(before.currentTime);
  }
}

/** Plays to the end, and counts what was decoded: each frame once, also those that were too late to be shown. */
async function expectWhole(page: Page): Promise<void> {
  const video = page.locator("video");
  await video.evaluate((element: HTMLVideoElement) => (element.playbackRate = 8));
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.ended), { timeout: LIVE_PATIENCE_MS })
    .toBe(true);
  const decoded = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(decoded).toBe(SECONDS * FPS);
}

const shownHeight = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.videoHeight);

/** What the quality menu does. */
const chooseHeight = (page: Page, height: number) =>
  page.locator("video").evaluate((video, wanted) => {
    const list = Reflect.get(video, "videoRenditions") as Iterable<{ height: number }> & { selectedIndex: number };
    list.selectedIndex = [...list].findIndex((rendition) => rendition.height === wanted);
  }, height);

/** Uploads a film whose picture is copied and encoded once smaller; answers its public id. */
async function makeVideo(api: string): Promise<string> {
  const { db, projectId: project_id, accountId: account_id } = project;
  const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: WIDTHS.has(rung.height) }));
  const ladder = JSON.stringify({ ...defaultProjectLadder, rungs, remux: true, mp4: false });
  await insertRow(db, "project_ladders", { project_id, account_id, ladder });
  const path = await clip("numberedApart", { width: 640, height: 360, durationSeconds: SECONDS });
  const { videoId } = await upload({ project, api: () => api, path, stepBytes: 4 << 20 });
  await project.call("PATCH", `/videos/${videoId}/publish`, { published: true });
  expect((await untilEnded(project, videoId)).failure).toBeNull();
  const renditions = db.selectFrom("renditions").select(["label", "copied"]).where("kind", "=", "video");
  expect(await renditions.where("video_id", "=", videoId).orderBy("height").execute()).toEqual([
    { label: "240p", copied: false },
    { label: "360p", copied: true },
  ]);
  return (await readVideo(project, videoId)).hash;
}
