import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { holds } from "@kinora/contract/access.ts";
import { findRow, insertRow, selectOrdered, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { authorize } from "../../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { as } from "../../platform/testing.ts";
import { findPlaybackVideo } from "../../playback/playback-video.ts";
import { tasks } from "../../rooms.ts";
import { sharedProject, ownedBy, addVideo } from "../../testing/fixtures.ts";
import { heldStorage } from "../../testing/held-storage.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { partFolder, partPath } from "../../uploads/tus/part-files.ts";
import { sweepVersions } from "../finish/sweep.ts";
import { cancelTranscode, retranscode, retryTranscode } from "../service.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

let worker: RunningWorker | null = null;
let goOn = (): void => undefined;
let short: string;
let long: string;

const { services, project } = await sharedProject();

beforeAll(async () => {
  short = await clip("longGop", { width: 320, height: 180, durationSeconds: 6 });
  // While its second segment waits, the encoder cannot end: what follows is more than its pipe takes.
  long = await clip("longGop", { width: 320, height: 180, durationSeconds: 20 });
});
afterAll(() => rest());

const work = async () => (worker ??= await runTasks(services, tasks, []));
async function rest(): Promise<void> {
  goOn();
  await worker?.close();
  worker = null;
}
/** Lets a worker take a video until it waits to store the second segment of a version; it continues when `goOn` is called. */
async function workUntilSecondSegment(id: number, version: number): Promise<void> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  goOn = released.resolve;
  const key = `assets/${id}/v${version}/180p/00001.m4s`;
  const storage = heldStorage(services.storage, { method: "put", key, when: "before" }, () => {
    held.resolve();
    return released.promise;
  });
  worker = await runTasks({ ...services, storage }, tasks, []);
  await held.promise;
}

const aVideo = (path: string) => queueSourceVideo(services, project, path);

const read = (id: number) => selectRow(services, "videos", { id });
const transcodes = (id: number) => selectOrdered(services, "transcodes", "version", { video_id: id });
const becomes = (id: number, status: VideoStatus) => until(async () => (await read(id)).status === status);

async function steer(how: typeof cancelTranscode, id: number): Promise<void> {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return how(as(services, project.owner), { ...grant, projectId: grant.projectId }, id);
}

/** The media tools that work on this test's files. */
const mediaTools = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        /^\S*ff(mpeg|probe)\0/.test(commandLine(pid)) &&
        commandLine(pid).includes(services.config.dataDir)
      );
    } catch {
      return false;
    }
  });
const commandLine = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

async function eventsOf(id: number): Promise<string[]> {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows.filter(({ payload }) => payload["video_id"] === id).map(({ type }) => type);
}

test("a cancelled upload loses its bytes and can be neither retried nor transcoded", async () => {
  const bytes = await readFile(short);
  const place = { ...ownedBy(project), user_id: project.ownerId };
  const { id } = await addVideo(services, project, { user_id: project.ownerId, status: "uploading" });
  const uploadId = crypto.randomUUID();
  await insertRow(services, "uploads", {
    id: uploadId,
    ...place,
    video_id: id,
    file_name: "clip.mp4",
    size_bytes: bytes.length,
    expires_at: new Date(Date.now() + 3_600_000),
  });
  await mkdir(partFolder(services.config), { recursive: true });
  await writeFile(partPath(services.config, uploadId), bytes.subarray(0, 1_000));
  await expect(steer(retryTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(steer(retranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await steer(cancelTranscode, id);
  expect((await read(id)).status).toBe("cancelled");
  await work();
  await until(async () => !existsSync(partPath(services.config, uploadId)));
  await until(async () => (await findRow(services, "uploads", { id: uploadId }, "state"))?.state === "cancelled");
  await expect(steer(cancelTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(steer(retryTranscode, id)).rejects.toThrow("upload the file again");
});

test("a video whose source is deleted cannot be retried", async () => {
  await rest();
  const id = await aVideo(short);
  await steer(cancelTranscode, id);
  await updateRows(services, "videos", { id }, { source_key: null });
  await expect(steer(retryTranscode, id)).rejects.toThrow("its source is deleted");
  expect((await read(id)).status).toBe("cancelled");
});

const records = (id: number) => selectRows(services, "transcode_records", { video_id: id });

test("a queued video that is cancelled is not transcoded, and once when retried", async () => {
  await rest();
  const id = await aVideo(short);
  await expect(steer(retranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(steer(retryTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await steer(cancelTranscode, id);
  expect(await records(id)).toMatchObject([{ state: "cancelled", encode_seconds: 0, renditions: [] }]);
  await steer(retryTranscode, id);
  await steer(cancelTranscode, id);
  await steer(retryTranscode, id);
  await work();
  await becomes(id, "complete");
  expect(await eventsOf(id)).toEqual([
    "video.queued",
    "video.cancelled",
    "video.retried",
    "video.cancelled",
    "video.retried",
    "video.playable",
    "video.processing",
    "rendition.ready",
    "rendition.ready",
    "video.ready",
  ]);
  expect(await transcodes(id)).toMatchObject([{ version: 1, state: "complete", attempts: 2 }]);
  expect(await records(id)).toMatchObject([{ state: "complete" }]);
});

test("cancelling ends ffmpeg and keeps finished segments; a retry resumes from there", async () => {
  await rest();
  const id = await aVideo(long);
  await workUntilSecondSegment(id, 1);
  await until(async () => (await read(id)).playable && mediaTools().length > 0);
  await steer(cancelTranscode, id);
  await until(async () => mediaTools().length === 0, 5_000);
  goOn();
  expect(await read(id)).toMatchObject({ status: "cancelled", failure: null });
  await until(async () => readdirSync(join(services.config.dataDir, "work")).length === 0);
  await expect(steer(cancelTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(steer(retranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await steer(retryTranscode, id);
  await becomes(id, "complete");
  expect((await eventsOf(id)).filter((type) => type === "video.ready")).toHaveLength(1);
});

test("a transcode that failed at its last step is completed by a retry", { tags: "@slow" }, async () => {
  await work();
  const id = await aVideo(short);
  await becomes(id, "complete");
  // As if the finish had failed: every part is complete, the transcode is not.
  const [transcode] = await transcodes(id);
  const transcodeId = transcode?.id ?? 0;
  await updateRows(services, "transcodes", { id: transcodeId }, { state: "failed" });
  await updateRows(services, "videos", { id }, { status: "failed" });
  await expect(steer(cancelTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  const audio = await selectRow(services, "renditions", { transcode_id: transcodeId, kind: "audio" }, "id");
  await insertRow(services, "rendition_chunks", {
    rendition_id: audio.id,
    chunk: 0,
    first_segment: 0,
    sizes: [1],
    durations: [1],
    complete: true,
  });
  await steer(retryTranscode, id);
  await becomes(id, "complete");
});

test("a new version takes over when it is complete; until then, and when it is cancelled, the old one plays", async () => {
  await work();
  const id = await aVideo(long);
  await becomes(id, "complete");
  const { hash } = await read(id);
  const playing = async () => (await findPlaybackVideo(services.db, hash))?.version;
  const files = (version: number) =>
    readdirSync(join(services.config.dataDir, `media/assets/${id}/v${version}`)).sort();
  const first = files(1);
  await expect(steer(cancelTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(steer(retryTranscode, id)).rejects.toMatchObject({ code: "conflict" });

  await rest();
  await steer(retranscode, id);
  await expect(steer(retranscode, id)).rejects.toMatchObject({ code: "conflict" });
  await workUntilSecondSegment(id, 2);
  await until(async () => mediaTools().length > 0);
  expect(await playing()).toBe(1);
  await steer(cancelTranscode, id);
  expect(await read(id)).toMatchObject({ status: "complete", playable: true, version: 1 });
  await until(async () => mediaTools().length === 0, 5_000);
  goOn();

  await steer(retryTranscode, id);
  const seen = new Set<string>();
  await until(async () => {
    const { version, images } = await read(id);
    seen.add([version, ...Object.values(images ?? {}).map((key) => /\/v(\d+)\//.exec(key)?.[1])].join(" "));
    return version === 2;
  });
  // Its posters change with it, not before.
  expect([...seen].sort()).toEqual(["1 1", "2 2"]);
  expect(await transcodes(id)).toMatchObject([
    { version: 1, state: "complete" },
    { version: 2, state: "complete" },
  ]);
  expect(files(1)).toEqual(first);
  expect(files(2)).toEqual(first);

  await sweepVersions.run(services, { videoId: id }, { jobId: "", signal: new AbortController().signal, failures: 0 });
  expect(existsSync(join(services.config.dataDir, `media/assets/${id}/v1`))).toBe(false);
  expect(files(2)).toEqual(first);
});
