import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { holds } from "@kinora/contract/access.ts";
import { selectRow } from "@kinora/db/testing-rows.ts";
import type { LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import { defaultProjectLadder, withPreset } from "@kinora/domain/transcoding/project-ladder.ts";
import { planEncoding } from "@kinora/media/encoding/encoding-plan.ts";
import type { PlannedWatermark } from "@kinora/media/encoding/encoding-plan.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { frameTimes, measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { isKeyframe, readFragment } from "@kinora/media/packaging/fragment.ts";
import { readInit } from "@kinora/media/packaging/init-segment.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { authorize } from "../../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { readVideo } from "../../videos/service.ts";
import { withWatermark } from "./plan-copy.ts";
import { redoRendition } from "./rendition-redo.ts";
import { measureRenditions, measureVersion } from "./similarity.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

let project: TestProject;
let worker: RunningWorker;
let folder: string;

const services = await sharedServices();
const others = tasks.filter(({ name }) => name !== measureRenditions.name);

beforeAll(async () => {
  worker = await runTasks(services, others, []);
});
beforeEach(async () => {
  project = await aProject(services);
  folder = await mkdtemp(join(tmpdir(), "kinora-copied-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => worker.close());

interface Upload {
  preset?: LadderPreset;
  recorded?: boolean;
}

/** Uploads a file and waits for its first version. */
async function upload(path: string, { preset, recorded = false }: Upload = {}): Promise<number> {
  const id = await queueSourceVideo(services, project, path, { ladder_preset: preset ?? null, recorded });
  await version(id, 1);
  return id;
}

const version = (id: number, wanted: number) =>
  until(async () => {
    const video = await selectRow(services, "videos", { id });
    if (video.status === "failed") throw new Error(video.failure?.message ?? "It failed.");
    return video.status === "complete" && video.version === wanted ? video : null;
  });

async function saveLadder(change: Partial<typeof defaultProjectLadder>): Promise<void> {
  const { projectId: project_id, accountId: account_id } = project;
  const ladder = JSON.stringify({ ...defaultProjectLadder, ...change });
  await services.db
    .insertInto("project_ladders")
    .values({ project_id, account_id, ladder })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ ladder }))
    .execute();
}

async function place(id: number) {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return { ...grant, projectId: grant.projectId };
}
const page = async (id: number) => readVideo(as(services, project.owner), await place(id), id);
const shown = async (id: number) =>
  (await page(id)).renditions.map(({ label, copied, state }) => [label, copied ? "copied" : "made", state]);

const stored = async (id: number, key: string) => {
  const { stream } = await services.storage.get(`assets/${id}/${key}`);
  return Buffer.concat(await stream.toArray());
};
/** A rendition's playlist, and its file as a player assembles it. */
async function rendition(id: number, folderName: string) {
  const playlist = (await stored(id, `${folderName}/index.m3u8`)).toString();
  const names = [...playlist.matchAll(/^\d{5}\.m4s$/gm)].map(([name]) => name);
  const path = join(folder, `${folderName.replaceAll("/", "-")}.mp4`);
  const parts = await Promise.all(["init.mp4", ...names].map((name) => stored(id, `${folderName}/${name}`)));
  await writeFile(path, Buffer.concat(parts));
  const durations = [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].map(([, seconds]) => Number(seconds));
  return { path, durations, target: Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1]) };
}

/** Whether livestreams can play the copied picture segment by segment. */
async function isOnGrid(id: number): Promise<boolean> {
  const row = services.db.selectFrom("renditions").select("on_grid").where("video_id", "=", id);
  return (await row.where("copied", "=", true).executeTakeFirstOrThrow()).on_grid;
}

/** Which frames of a rendition are key frames. */
async function keyFrames(id: number, folderName: string): Promise<number[]> {
  const names = (await stored(id, `${folderName}/index.m3u8`)).toString().match(/^\d{5}\.m4s$/gm) ?? [];
  const { defaults } = readInit(await stored(id, `${folderName}/init.mp4`));
  const segments = await Promise.all(names.map((name) => stored(id, `${folderName}/${name}`)));
  const samples = segments.flatMap((segment) => readFragment(segment, defaults).samples);
  return samples.flatMap((sample, frame) => (isKeyframe(sample) ? [frame] : []));
}

test("a conformant upload with the preset pass-through is its own rendition, with posters, storyboard and downloads", async () => {
  const id = await upload(await clip("flashAndBeep", { durationSeconds: 9 }), { preset: "passthrough" });
  expect(await shown(id)).toEqual([
    ["180p", "copied", "complete"],
    ["audio", "made", "complete"],
  ]);
  const video = await page(id);
  expect(video.encoded_because).toBeNull();
  expect(video.missing_rungs).toEqual([]);
  const picture = await rendition(id, "v1/180p");
  expect(picture).toMatchObject({ durations: [4, 4, 1], target: 10 });
  expect(await frameTimes(picture.path)).toHaveLength(225);
  expect(await isOnGrid(id)).toBe(true);
  const sound = await rendition(id, "v1/audio");
  expect(sound.target).toBe(10);
  expect(onsets(await measureSound(sound.path)).length).toBe(9);
  expect(await frameTimes(await download(id, "v1/mp4/180p.mp4"))).toHaveLength(225);
  const row = await version(id, 1);
  expect(row.storyboard).toBe(true);
  expect(Object.keys(row.images ?? {}).length).toBeGreaterThan(0);
  const work = services.db.selectFrom("media_speeds").select("work").where("work", "like", "ladder:none%");
  expect(await work.execute()).toEqual([]);
});

test(
  "with smaller rungs the copied one is the largest, and all playlists promise the same longest segment",
  { tags: "@slow" },
  async () => {
    const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: rung.height <= 480 }));
    await saveLadder({ rungs, remux: true });
    const id = await upload(await clip("loneKeyFrames", { width: 640, height: 480, durationSeconds: 14 }));
    expect(await shown(id)).toEqual([
      ["240p", "made", "complete"],
      ["360p", "made", "complete"],
      ["480p", "copied", "complete"],
      ["audio", "made", "complete"],
    ]);
    const [small, copied, sound] = [
      await rendition(id, "v1/240p"),
      await rendition(id, "v1/480p"),
      await rendition(id, "v1/audio"),
    ];
    expect([small.target, copied.target, sound.target]).toEqual([10, 10, 10]);
    expect(copied.durations).toEqual([7.4, 5.2, 1.4]);
    expect(await isOnGrid(id)).toBe(false);
    const [a, b] = [await frameTimes(small.path), await frameTimes(copied.path)];
    expect(a).toHaveLength(350);
    for (const [index, seconds] of a.entries()) expect(Math.abs((b[index] ?? 0) - seconds)).toBeLessThan(0.002);
    // The encoded rung is cut at the same frames, so that players switch without a gap.
    expect(small.durations).toEqual([3.72, 3.68, 2.6, 2.6, 1.4]);
    expect(await keyFrames(id, "v1/240p")).toEqual([0, 50, 93, 143, 185, 235, 250, 300, 315]);
    await measureVersion(services, id, 1, { jobId: "similarity", failures: 0, signal: new AbortController().signal });
    const { renditions } = await page(id);
    expect(renditions.find(({ label }) => label === "240p")?.ssim).toBeGreaterThan(0.5);
    // Nothing of it was encoded, so there is nothing to compare.
    expect(renditions.find(({ copied: is }) => is)).toMatchObject({ ssim: null, encode_seconds: null });

    const before = await stored(id, "v1/480p/00001.m4s");
    await redo(id, "480p");
    await version(id, 2);
    expect((await stored(id, "v2/480p/00001.m4s")).equals(before)).toBe(true);
    await redo(id, "240p");
    await version(id, 3);
    expect((await stored(id, "v3/480p/00001.m4s")).equals(before)).toBe(true);
    await saveLadder({ rungs, remux: false });
    await redo(id, "480p");
    await version(id, 4);
    expect((await shown(id)).map(([label, made]) => [label, made])).toEqual([
      ["240p", "made"],
      ["360p", "made"],
      ["480p", "made"],
      ["audio", "made"],
    ]);
    expect(await frameTimes((await rendition(id, "v4/480p")).path)).toHaveLength(350);
  },
);

test.each([
  ["is found to be unfit at once", "tenBit", /profile High 10/],
  ["turns out to be unfit while it is cut", "openGroups", /key frames .* stand on their own/],
] as const)("pass-through encodes a source that %s, and says why", async (_when, name, reason) => {
  const id = await upload(await clip(name), { preset: "passthrough" });
  expect(await shown(id)).toEqual([
    ["180p", "made", "complete"],
    ["audio", "made", "complete"],
  ]);
  expect((await page(id)).encoded_because).toMatch(reason);
  expect(await frameTimes((await rendition(id, "v1/180p")).path)).toHaveLength(75);
});

test("interrupted copying resumes where it stopped", { tags: "@slow" }, async () => {
  const { put } = services.storage;
  const broken = vi.spyOn(services.storage, "put").mockImplementation(async (key, ...rest) => {
    if (key.endsWith("180p/00001.m4s") && broken.mock.calls.filter(([each]) => each === key).length === 1)
      throw new Error("The disk failed.");
    return put.call(services.storage, key, ...rest);
  });
  const id = await upload(await clip("flashAndBeep", { durationSeconds: 13 }), { preset: "passthrough" });
  expect(broken.mock.calls.filter(([key]) => key.endsWith("180p/00000.m4s"))).toHaveLength(1);
  expect((await rendition(id, "v1/180p")).durations).toEqual([4, 4, 4, 1]);
  expect(await frameTimes(join(folder, "v1-180p.mp4"))).toHaveLength(325);
});

test("a recording is copied whatever the ladder says; only smaller rungs are encoded", async () => {
  await saveLadder(withPreset(defaultProjectLadder, "basic"));
  const source = await clip("flashAndBeep", { width: 640, height: 480, durationSeconds: 6 });
  const flv = join(folder, "recording.flv");
  const { ffmpegPath } = await mediaCapabilities();
  await promisify(execFile)(ffmpegPath, ["-v", "error", "-i", source, "-c", "copy", flv]);
  const id = await upload(flv, { recorded: true });
  expect((await shown(id)).map(([label, made]) => [label, made])).toEqual([
    ["360p", "made"],
    ["480p", "copied"],
    ["audio", "made"],
  ]);
  const [small, own] = [await rendition(id, "v1/360p"), await rendition(id, "v1/480p")];
  const [a, b] = [await frameTimes(small.path), await frameTimes(own.path)];
  expect(b).toHaveLength(150);
  for (const [index, seconds] of b.entries()) expect(Math.abs((a[index] ?? 0) - seconds)).toBeLessThan(0.04);
});

test("with a watermark nothing is copied, and the reason is shown", async () => {
  const source = await clip("streamable");
  const facts = await probe(source);
  const plan = { facts, encoding: planEncoding(facts), streamable: true };
  const watermark: PlannedWatermark = {
    file: "watermark-1.png",
    width: 10,
    height: 10,
    position: "top_left",
    opacity: 50,
    size: 10,
    margin: 2,
  };
  const video = { video_id: 0, replacement: null };
  const laid = (remux: boolean) =>
    withWatermark(services.db, video, { ...defaultProjectLadder, remux }, plan, watermark);
  expect(await laid(true)).toMatchObject({ streamable: false, encodedBecause: expect.stringMatching(/watermark/) });
  expect((await laid(true)).copy).toBeUndefined();
  expect((await laid(false)).encodedBecause).toBeNull();
});

async function redo(id: number, label: string): Promise<void> {
  const rung = (await page(id)).renditions.find((each) => each.label === label);
  if (!rung) throw new Error(`There is no ${label}.`);
  await redoRendition(as(services, project.owner), await place(id), id, rung.id);
}

async function download(id: number, key: string): Promise<string> {
  const path = join(folder, "download.mp4");
  await writeFile(path, await stored(id, key));
  return path;
}
