import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { aMember, as } from "../../platform/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { addProfile, assignProfile, onlyOn } from "../../testing/restrictions.ts";
import { createPlaybackRules } from "../playback-rules.ts";
import { StoredFiles } from "../stored-files.ts";
import { anEdge, aRendition, aVideo, type TestVideo, type TestVideoOptions } from "../testing.ts";
import { DECODED_PER_MINUTE, FrameDecoding } from "./frame-decoding.ts";
import { MomentPictures, MOMENTS_MAX, placeOf } from "./moment-pictures.ts";
import { aDawn, brightnessAt, DAWN_SECONDS, measure } from "./testing.ts";

const execute = promisify(execFile);

const { services, project } = await sharedProject({ KINORA_TRUSTED_PROXIES: "none" });
const edge = await anEdge(services);
const folder = await mkdtemp(join(tmpdir(), "kinora-moments-"));
/** The film's init segment, segments and playlist by name. */
const film = await aDawn();

afterAll(async () => {
  await edge?.app.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function aFilm(options: TestVideoOptions = {}): Promise<TestVideo> {
  const video = await aVideo(services, project, options);
  await updateRows(services, "videos", { id: video.id }, { duration_seconds: DAWN_SECONDS });
  await aRendition(services, project, video, { label: "180p" });
  for (const [name, bytes] of film) await services.storage.put(`assets/${video.id}/v1/180p/${name}`, bytes);
  return video;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers });

async function moment(video: TestVideo, query: string) {
  const answer = await get(`/thumb/${video.hash}.jpg?${query}`);
  const body = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get("content-type")], body.toString("utf8", 0, 200)).toEqual([
    200,
    "image/jpeg",
  ]);
  return { ...(await measure(folder, body)), cache: answer.headers.get("cache-control") };
}

/** Pictures of a video with some of its storage's methods replaced; one is decoded for each call. */
function somePictures({ hash }: TestVideo, replaced: Partial<Pick<Storage, "get" | "put">>) {
  const storage = new Proxy(services.storage, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const rules = createPlaybackRules(services);
  const files = new StoredFiles(storage, 0);
  onTestFinished(() => {
    files.close();
    rules.close();
  });
  const pictures = new MomentPictures({ ...services, storage }, rules, files, new FrameDecoding(services.log));
  return async (seconds: number, address = "203.0.113.7", width = 120) => {
    const { video } = await rules.find(hash, null);
    const moment = video && (await pictures.find(video, { seconds, width }));
    if (!moment) throw new Error("The film has no such moment.");
    return { making: pictures.make(moment, address) };
  };
}

let sheet: Promise<Buffer> | undefined;
async function makeSheet(): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "sheet.jpg");
  const graph = "color=0x202020:s=160x90[dark];color=0xe0e0e0:s=160x90[bright];[dark][bright]hstack,format=yuvj420p";
  await execute(ffmpegPath, ["-v", "error", "-y", "-f", "lavfi", "-i", graph, "-frames:v", "1", "-q:v", "2", path]);
  return readFile(path);
}

/** Gives a film a storyboard of two pictures, 160 × 90: dark until 5 seconds, bright from then on. */
async function addStoryboard({ id }: TestVideo): Promise<void> {
  const vtt = [
    "WEBVTT\n",
    "00:00:00.000 --> 00:00:05.000\nsprite-00000.jpg#xywh=0,0,160,90\n",
    "00:00:05.000 --> 00:00:10.000\nsprite-00000.jpg#xywh=160,0,160,90\n",
  ];
  await services.storage.put(`assets/${id}/v1/storyboard/storyboard.vtt`, Buffer.from(vtt.join("\n")));
  await services.storage.put(`assets/${id}/v1/storyboard/sprite-00000.jpg`, await (sheet ??= makeSheet()));
  await updateRows(services, "videos", { id }, { storyboard: true });
}

/** The storage keys of a video's pictures. */
async function storedOf({ id }: TestVideo): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(`assets/${id}/v1/moments`)) keys.push(key);
  return keys;
}

test.each([0, 1.5, 3.98, 4, 7.3, 9.99])("a picture shows the frame at %s seconds", async (seconds) => {
  const video = await aFilm();
  const picture = await moment(video, `time=${seconds}&width=160`);
  expect(picture).toMatchObject({ width: 160, height: 90, cache: "public, max-age=8" });
  // A frame lasts 0.04 s, in which the film gains 0.93.
  expect(Math.abs(picture.brightness - brightnessAt(seconds))).toBeLessThan(2);
});

test("moments outside the video are clamped, and no picture is larger than the video", async () => {
  const video = await aFilm();
  const before = await moment(video, "time=-5&width=1920");
  expect([before.width, before.height]).toEqual([320, 180]);
  expect(before.brightness).toBeLessThan(2);
  const after = await moment(video, "time=99999");
  expect(Math.abs(after.brightness - brightnessAt(DAWN_SECONDS - 0.04))).toBeLessThan(2);
});

test.each([
  ["", "time=12.5"],
  ["time=soon", "time=12.5"],
  ["time=1e3", "time=12.5"],
  ["time=1&time=2", "time=12.5"],
  ["time=1&width=119", "from 120 to 1920"],
  ["time=1&width=1921", "from 120 to 1920"],
  ["time=1&width=12.5", "from 120 to 1920"],
])("?%s is refused with a sentence", async (query, sentence) => {
  const { hash } = await aVideo(services, project);
  const answer = await get(`/thumb/${hash}.jpg?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining(sentence), code: "bad_request" });
});

test("pictures no wider than the storyboard's come from it, also while all frames wait for their decoding", async () => {
  const video = await aFilm();
  await addStoryboard(video);
  const released = Promise.withResolvers<void>();
  const make = somePictures(video, {
    async get(key) {
      if (key.endsWith(".m4s")) await released.promise;
      return services.storage.get(key);
    },
  });
  const frames = [await make(1, undefined, 161), await make(2, undefined, 161)];
  const piece = await measure(folder, (await (await make(9, undefined, 120)).making).bytes);
  expect([piece.width, piece.height]).toEqual([120, 68]);
  expect(Math.abs(piece.brightness - 0xe0)).toBeLessThan(3);
  released.resolve();
  for (const { making } of frames) expect((await making).bytes.length).toBeGreaterThan(0);
  const key = `assets/${video.id}/v1/moments/storyboard-5000-120.jpg`;
  expect(await storedOf(video)).toContain(key);
});

test.each([
  [-3, 0x20],
  [4.99, 0x20],
  [5, 0xe0],
  [99, 0xe0],
])(
  "at %s seconds a small picture is the storyboard's, which stored pictures answer afterwards",
  async (time, brightness) => {
    const video = await aFilm();
    await addStoryboard(video);
    const first = await moment(video, `time=${time}&width=160`);
    expect(first).toMatchObject({ width: 160, height: 90 });
    expect(Math.abs(first.brightness - brightness)).toBeLessThan(3);
    await services.storage.delete(`assets/${video.id}/v1/storyboard/sprite-00000.jpg`);
    expect((await moment(video, `time=${time}&width=160`)).brightness).toBe(first.brightness);
  },
);

test("pictures wider than the storyboard's are of their exact frame", async () => {
  const video = await aFilm();
  await addStoryboard(video);
  const exact = await moment(video, "time=9&width=161");
  expect(Math.abs(exact.brightness - brightnessAt(9))).toBeLessThan(2);
});

test("a video whose storyboard is missing has small pictures of its frames", async () => {
  const video = await aFilm();
  await updateRows(services, "videos", { id: video.id }, { storyboard: true });
  const picture = await moment(video, "time=9&width=160");
  expect(Math.abs(picture.brightness - brightnessAt(9))).toBeLessThan(2);
});

test("simultaneous requests for a frame share one decoding, and the picture is stored", async () => {
  const video = await aFilm();
  // Both times are within one frame.
  const paths = ["time=2", "time=2.01", "time=2.039", "time=2"].map(
    (query) => `/thumb/${video.hash}.jpg?${query}&width=200`,
  );
  const bodies = await Promise.all(paths.map(async (path) => Buffer.from(await (await get(path)).arrayBuffer())));
  expect(new Set(bodies.map((body) => body.toString("base64"))).size).toBe(1);
  expect(await storedOf(video)).toEqual([`assets/${video.id}/v1/moments/2000-200.jpg`]);
  // Without the film's own files the stored picture is the only source.
  await services.storage.deletePrefix(`assets/${video.id}/v1/180p/`);
  await services.storage.put(`assets/${video.id}/v1/180p/index.m3u8`, film.get("index.m3u8") ?? Buffer.alloc(0));
  const again = await get(paths[0] ?? "");
  expect(Buffer.from(await again.arrayBuffer()).equals(bodies[0] ?? Buffer.alloc(0))).toBe(true);
  const known = await get(paths[0] ?? "", { "if-none-match": again.headers.get("etag") ?? "" });
  expect(known.status).toBe(304);
  expect((await get(`/thumb/${video.hash}.jpg?time=6&width=200`)).status).toBe(404);
});

test(`a video keeps ${MOMENTS_MAX} pictures: the oldest is deleted`, async () => {
  const video = await aFilm();
  for (let index = 0; index < MOMENTS_MAX; index += 1)
    await services.storage.put(`assets/${video.id}/v1/moments/${index}-1000.jpg`, Buffer.from("an older picture"));
  await moment(video, "time=5&width=120");
  const keys = await storedOf(video);
  expect(keys).toHaveLength(MOMENTS_MAX);
  expect(keys).toContain(`assets/${video.id}/v1/moments/5000-120.jpg`);
});

test("two pictures are decoded at a time, sixteen more wait, and further requests are refused for now", async () => {
  const video = await aFilm();
  const released = Promise.withResolvers<void>();
  let reading = 0;
  const make = somePictures(video, {
    async get(key) {
      if (key.endsWith("init.mp4")) {
        reading += 1;
        await released.promise;
      }
      return services.storage.get(key);
    },
  });
  const begun = [];
  for (let index = 0; index < 18; index += 1) begun.push(await make(index / 2));
  await expect((await make(9.5)).making).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  expect(reading).toBe(2);
  released.resolve();
  const made = await Promise.all(begun.map(({ making }) => making));
  expect(made.every(({ bytes }) => bytes.length > 0)).toBe(true);
  expect((await (await make(9.5)).making).bytes.length).toBeGreaterThan(0);
});

test(`a network has up to ${DECODED_PER_MINUTE} pictures decoded in a minute, for all its addresses together`, async () => {
  const video = await aFilm();
  const make = somePictures(video, {
    get: (key) => (key.endsWith("init.mp4") ? Promise.reject(new NotStored(key)) : services.storage.get(key)),
  });
  for (let index = 0; index < DECODED_PER_MINUTE; index += 1)
    await expect((await make(index / 5, `2001:db8::${index}`)).making).rejects.toMatchObject({ code: "not_found" });
  await expect((await make(9, "2001:db8::ffff")).making).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 60,
  });
  await expect((await make(9, "2001:db8:0:1::1")).making).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["deleted", { deleted_at: new Date() }],
  ["replaced", { version: 2 }],
])("a picture of a video that is %s while it is decoded is sent, and not stored", async (_how, change) => {
  const video = await aFilm();
  const make = somePictures(video, {
    async put(...file) {
      await updateRows(services, "videos", { id: video.id }, change);
      await services.storage.deletePrefix(`assets/${video.id}/v1/`);
      return services.storage.put(...file);
    },
  });
  expect((await (await make(2)).making).bytes.length).toBeGreaterThan(0);
  expect(await storedOf(video)).toEqual([]);
});

test("the playlist of a rendition is read once a minute, however many pictures are requested", async () => {
  const video = await aFilm();
  const read: string[] = [];
  const make = somePictures(video, {
    get(key) {
      read.push(key);
      return services.storage.get(key);
    },
  });
  await (
    await make(1)
  ).making;
  await (
    await make(2)
  ).making;
  expect(read.filter((key) => key.endsWith("index.m3u8"))).toHaveLength(1);
});

test("unpublished videos have pictures for members only; unknown, unfinished and silent ones have none", async () => {
  const video = await aFilm({ published: false });
  expect((await get(`/thumb/${video.hash}.jpg?time=1`)).status).toBe(404);
  const member = await aMember(services, project, ["video_view"]);
  const pass = /\/~([^/]+)\//.exec(memberLinks(as(services, member), video.hash).file("master.m3u8"))?.[1] ?? "";
  const allowed = await get(`/thumb/${video.hash}.jpg?time=1&token=${pass}`);
  expect([allowed.status, allowed.headers.get("cache-control")]).toEqual([200, "private, max-age=8"]);
  expect((await get("/thumb/nothing0.jpg?time=1")).status).toBe(404);
  expect((await get(`/thumb/${video.hash}.png?time=1`)).status).toBe(404);
  const preparing = await aVideo(services, project, { status: "processing", playable: false, version: 0 });
  expect((await get(`/thumb/${preparing.hash}.jpg?time=1`)).status).toBe(404);
  const withoutFiles = await aVideo(services, project);
  await aRendition(services, project, withoutFiles, { label: "180p" });
  expect((await get(`/thumb/${withoutFiles.hash}.jpg?time=1`)).status).toBe(404);
});

test("a picture of a video that is still encoded comes from the finished part", async () => {
  const video = await aVideo(services, project, { status: "processing" });
  await aRendition(services, project, video, {
    label: "180p",
    state: "processing",
    chunks: [{ sizes: [1_000], complete: true }],
  });
  for (const [name, bytes] of film) await services.storage.put(`assets/${video.id}/v1/180p/${name}`, bytes);
  const picture = await moment(video, "time=9&width=160");
  expect(Math.abs(picture.brightness - brightnessAt(3.96))).toBeLessThan(2);
});

test("a picture of a restricted video needs the decision of its player", async () => {
  const video = await aFilm();
  const message = "Watch it at example.com.";
  const profileId = await addProfile(services, project, onlyOn("example.com"), { message });
  await assignProfile(services, project, profileId, { video_id: video.id });
  const path = `/thumb/${video.hash}.jpg?time=1`;
  await vi.waitFor(async () => expect((await get(path)).status).toBe(403), { timeout: 10_000 });
  const refused = await get(path);
  expect(refused.headers.get("cache-control")).toBe("private, no-store");
  expect(await refused.json()).toEqual({ code: "referrer_missing", message: "Watch it at example.com." });
  const allowed = await get(path, { referer: "https://example.com/watch" });
  expect([allowed.status, allowed.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const html = await (await get(`/embed/${video.hash}`, { referer: "https://example.com/watch" })).text();
  const pass = /\/~([^/]+)\//.exec(html)?.[1] ?? "";
  const withPass = await get(`${path}&token=${pass}`);
  expect([withPass.status, withPass.headers.get("cache-control")]).toEqual([200, "private, max-age=8"]);
  expect(await (await get(`${path}&token=${"a".repeat(120)}`)).json()).toMatchObject({ code: "pass_expired" });
});

test("the place of a moment is the same for all times within one frame", () => {
  const durations = [4.004, 4.004, 2.002];
  const fps = 30_000 / 1_001;
  expect(placeOf(durations, fps, 4.004)).toMatchObject({ segment: 1, atSeconds: 0, milliseconds: 4_004 });
  expect(placeOf(durations, fps, 4.003)).toMatchObject({ segment: 0, milliseconds: 3_971 });
  expect(placeOf(durations, fps, 4.03)).toEqual(placeOf(durations, fps, 4.01));
  expect(placeOf(durations, fps, 1e9)).toMatchObject({ segment: 2, milliseconds: 9_977 });
  expect(placeOf([], fps, 1)).toBeNull();
});
