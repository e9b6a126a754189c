import { randomBytes } from "node:crypto";
import { holds } from "@kinora/contract/access.ts";
import { insertRow, selectOrdered, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { authorize } from "../../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { as } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { sharedProject, ownedBy } from "../../testing/fixtures.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { readVideo } from "../../videos/service.ts";
import { cancelTranscode, retranscode } from "../service.ts";
import { addMissingRungs, redoRendition } from "./rendition-redo.ts";
import { deleteRendition } from "./rendition-steering.ts";
import { measureVersion } from "./similarity.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

let worker: RunningWorker;
let id: number;

const { services, project } = await sharedProject();

beforeAll(async () => {
  worker = await runTasks(services, tasks, []);
  const path = await clip("longGop", { width: 1280, height: 720, durationSeconds: 6, fps: "10" });
  id = await queueSourceVideo(services, project, path);
  await untilVersion(1);
});
afterAll(() => worker.close());

const untilVersion = (version: number) =>
  until(async () => {
    const video = await selectRow(services, "videos", { id });
    return video.status === "complete" && video.version === version ? video : null;
  });

async function place() {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return { ...grant, projectId: grant.projectId };
}
const context = () => as(services, project.owner);
const page = async () => readVideo(context(), await place(), id);
const labelled = async (label: string) => {
  const rendition = (await page()).renditions.find((each) => each.label === label);
  if (!rendition) throw new Error(`There is no ${label}.`);
  return rendition;
};
async function bytesOf(key: string): Promise<Buffer> {
  const { stream } = await services.storage.get(`assets/${id}/${key}`);
  return Buffer.concat(await stream.toArray());
}

test("a rung that was deleted is added again; the others are taken over byte for byte", async () => {
  expect((await page()).missing_rungs).toEqual([]);
  await expect(addMissingRungs(context(), await place(), id)).rejects.toMatchObject({ code: "conflict" });
  await deleteRendition(context(), await place(), id, (await labelled("720p")).id);
  expect((await page()).missing_rungs).toEqual(["720p"]);
  await addMissingRungs(context(), await place(), id);
  const video = await untilVersion(2);
  const { renditions, missing_rungs: missing, work } = await page();
  expect(renditions.map(({ label, state }) => [label, state])).toEqual([
    ["360p", "complete"],
    ["480p", "complete"],
    ["720p", "complete"],
    ["audio", "complete"],
  ]);
  expect([missing, work]).toEqual([[], null]);
  const rows = await selectRows(services, "renditions", { video_id: id, version: 2 }, "segments");
  expect(new Set(rows.map(({ segments }) => segments)).size).toBe(1);
  expect((await bytesOf("v2/360p/00000.m4s")).equals(await bytesOf("v1/360p/00000.m4s"))).toBe(true);
  for (const label of ["360p", "720p"]) expect((await bytesOf(`v2/mp4/${label}.mp4`)).length).toBeGreaterThan(0);
  expect(Object.values(video.images).every((key) => key.startsWith(`assets/${id}/v2/posters/`))).toBe(true);
  expect((await labelled("720p")).encode_seconds).toBeGreaterThan(0);
  const records = await selectOrdered(services, "transcode_records", "transcode_id", { video_id: id }, "renditions");
  expect(records.map(({ renditions: made }) => made.map(({ height }) => height))).toEqual([[360, 480, 720, 0], [720]]);
});

test("one rung is re-encoded with the current ladder; the sound and unknown renditions are refused", async () => {
  await expect(redoRendition(context(), await place(), id, (await labelled("audio")).id)).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(redoRendition(context(), await place(), id, 9e9)).rejects.toMatchObject({ code: "not_found" });
  const coarse = defaultProjectLadder.rungs.map((rung) => ({ ...rung, crf: rung.height === 360 ? 36 : rung.crf }));
  await insertRow(services, "project_ladders", {
    ...ownedBy(project),
    ladder: JSON.stringify({ ...defaultProjectLadder, rungs: coarse }),
  });
  await redoRendition(context(), await place(), id, (await labelled("360p")).id);
  await expect(redoRendition(context(), await place(), id, (await labelled("360p")).id)).rejects.toMatchObject({
    code: "conflict",
  });
  await untilVersion(3);
  expect((await bytesOf("v3/360p/00000.m4s")).length).toBeLessThan((await bytesOf("v2/360p/00000.m4s")).length);
  expect((await bytesOf("v3/720p/00000.m4s")).equals(await bytesOf("v2/720p/00000.m4s"))).toBe(true);
});

test("renditions are measured against their source, once", async () => {
  const run = { jobId: crypto.randomUUID(), failures: 0, signal: new AbortController().signal };
  await measureVersion(services, id, 3, run);
  const [low, high] = [await labelled("360p"), await labelled("720p")];
  expect(low.ssim).toBeGreaterThan(0.5);
  expect(high.ssim).toBeGreaterThan(low.ssim ?? 1);
  expect(high.ssim).toBeLessThanOrEqual(1);
  await measureVersion(services, id, 3, run);
  expect((await labelled("720p")).ssim).toBe(high.ssim);
});

test(
  "a preset chosen with the upload makes its rungs only, until the project's missing ones are added",
  { tags: "@slow" },
  async () => {
    const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: rung.enabled || rung.height === 480 }));
    const ladder = JSON.stringify({ ...defaultProjectLadder, rungs });
    await updateRows(services, "project_ladders", {}, { ladder });
    await updateRows(services, "videos", { id }, { ladder_preset: "basic" });
    await retranscode(context(), await place(), id);
    await untilVersion(4);
    const shown = await page();
    expect(shown.renditions.map(({ label }) => label)).toEqual(["360p", "720p", "audio"]);
    expect(shown).toMatchObject({ ladder_preset: "basic", missing_rungs: ["480p"] });
    await addMissingRungs(context(), await place(), id);
    const { work, ladder_preset: preset } = await page();
    expect([preset, work?.state]).toEqual([null, expect.stringMatching(/queued|running/)]);
    await cancelTranscode(context(), await place(), id);
  },
);

test("a rung that cannot be encoded states why with the tool's last lines, and the old version keeps playing", async () => {
  await services.storage.put(`assets/${id}/source/clip.mp4`, randomBytes(50_000));
  await redoRendition(context(), await place(), id, (await labelled("360p")).id);
  const video = await until(async () => {
    const now = await page();
    return now.work?.state === "failed" && now.status === "complete" ? now : null;
  });
  expect(video).toMatchObject({ status: "complete", playable: true });
  expect(video.work?.failure?.message).toMatch(/^[A-Z].*\.$/);
  expect(video.work?.log.length).toBeGreaterThan(0);
  expect(video.work?.log.join("\n")).not.toContain(services.config.dataDir);
  const others = video.work?.renditions.filter(({ state }) => state !== "complete");
  expect(others?.map(({ label, state }) => [label, state])).toEqual([["360p", "failed"]]);
  expect(video.renditions.every(({ state }) => state === "complete")).toBe(true);
});
