import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TrimmedPart } from "@kinora/db/schema-streams.ts";
import { insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { measureFrames, measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { tasks } from "../../rooms.ts";
import { sharedProject, addStream } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { readRecordingRow } from "./recording-list.ts";
import { saveRecording, storedKey } from "./recordings.ts";
import { makeTrimVideo } from "./trim-video.ts";
import { planTrim, trimRecording } from "./trims.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000), hookTimeout: patient(180_000) });

const run = { jobId: "a-trim", signal: new AbortController().signal, failures: 0 };
let worker: RunningWorker;
let streamId: number;
/** A recording of twelve seconds, with a flash and a beep each second and a key frame every two. */
let recordingId: number;

const { services, project, context } = await sharedProject();

beforeAll(async () => {
  worker = await runTasks(services, tasks, []);
  streamId = await aStream();
  const folder = await mkdtemp(join(tmpdir(), "kinora-trims-"));
  const flv = join(folder, "recording.flv");
  const { ffmpegPath } = await mediaTools();
  const source = await clip("flashAndBeep", { durationSeconds: 12 });
  await promisify(execFile)(ffmpegPath, ["-v", "error", "-i", source, "-c", "copy", flv]);
  recordingId = await aRow();
  await services.storage.put(storedKey(recordingId, "flv"), await readFile(flv));
  await rm(folder, { recursive: true, force: true });
  await services.db.transaction().execute((tx) => services.jobs.send(tx, saveRecording, { recordingId }));
  await untilComplete(recordingId);
});
afterAll(() => worker.close());

async function aStream(): Promise<number> {
  const { id } = await addStream(services, project);
  return id;
}

async function aRow(state: "saving" | "failed" = "saving", part?: TrimmedPart): Promise<number> {
  const { projectId: project_id, accountId: account_id } = project;
  const made = part ? { kind: "trim" as const, trim: JSON.stringify(part) } : { kind: "recording" as const };
  const { id } = await insertRow(services, "stream_recordings", {
    stream_id: streamId,
    project_id,
    account_id,
    state,
    ...made,
  });
  return id;
}

/** The video of a recording or a part, once it is finished. */
const untilComplete = (id: number) =>
  until(async () => {
    const { state, problem, video } = await readRecordingRow(services.db, project, id);
    if (state === "failed" || video?.status === "failed") throw new Error(problem ?? "It failed.");
    return video?.status === "complete" ? video : null;
  });

const part = (from_seconds: number, to_seconds: number, recording_id = recordingId) => ({
  id: streamId,
  recording_id,
  from_seconds,
  to_seconds,
});

async function localSource(videoId: number): Promise<string> {
  const { source_key: key } = await selectRow(services, "videos", { id: videoId }, "source_key");
  const path = services.storage.localPath(key ?? "");
  if (path === null) throw new Error("The source lies elsewhere.");
  return path;
}

test("a trim starts at the key frame before and ends where requested, with its audio, without encoding", async () => {
  expect(await planTrim(context, project, part(5.3, 9.5))).toEqual({ beginsAt: 4, endsAt: 9.5 });
  const id = await trimRecording(context, project, part(5.3, 9.5));
  const video = await untilComplete(id);
  expect(video).toMatchObject({ published: false, title: expect.stringMatching(/^Harbour .*, 0:04\.0 to 0:09\.5$/) });
  expect(await readRecordingRow(services.db, project, id)).toMatchObject({
    kind: "trim",
    state: "ready",
    trim: { from_seconds: 4, to_seconds: 9.5 },
  });
  const path = await localSource(video.id);
  // The first picture shows two frames late, as everywhere.
  expect(Math.abs((await probe(path)).durationSeconds - 5.5)).toBeLessThan(0.15);
  const frames = await measureFrames(path);
  expect(frames.length).toBeGreaterThanOrEqual(136);
  expect(frames.length).toBeLessThanOrEqual(138);
  const flashes = frames.filter(({ brightness }, at) => brightness > 128 && (frames[at - 1]?.brightness ?? 0) <= 128);
  const beeps = onsets(await measureSound(path));
  expect(flashes).toHaveLength(6);
  for (const { seconds } of flashes)
    expect(Math.min(...beeps.map((beep) => Math.abs(beep - seconds)))).toBeLessThan(0.06);
  // What becomes of it is the same picture again.
  const copied = await services.db
    .selectFrom("renditions")
    .select("copied")
    .where("video_id", "=", video.id)
    .where("kind", "=", "video")
    .orderBy("height", "desc")
    .executeTakeFirstOrThrow();
  expect(copied.copied).toBe(true);
  const log = await selectRows(services, "stream_log", { stream_id: streamId }, "type");
  expect(log.map(({ type }) => type)).toContain("trim_made");
  const audited = await selectRows(services, "audit_log", { action: "stream.trim_made" }, "changes");
  expect(audited).toMatchObject([{ changes: { recording_id: id, of_recording_id: recordingId, from_seconds: 4 } }]);
});

test("a trim whose worker crashed is made by the next one, once", async () => {
  const { id: video_id } = await untilComplete(recordingId);
  const id = await aRow("saving", { video_id, from: 2, to: 4, watermarked: false });
  const called = new AbortController();
  called.abort();
  await expect(makeTrimVideo.run(services, { recordingId: id }, { ...run, signal: called.signal })).rejects.toThrow();
  expect(await services.storage.stat(storedKey(id, "mp4"))).toBeNull();
  await makeTrimVideo.run(services, { recordingId: id }, run);
  await makeTrimVideo.run(services, { recordingId: id }, run);
  const video = await untilComplete(id);
  expect(Math.abs((await probe(await localSource(video.id))).durationSeconds - 2)).toBeLessThan(0.15);
  const { videos } = await services.db
    .selectFrom("videos")
    .select(({ fn }) => fn.countAll<number>().as("videos"))
    .where("title", "=", video.title)
    .executeTakeFirstOrThrow();
  expect(videos).toBe(1);
});

test("a trim of an incomplete video, of another livestream, or too short is refused with a sentence", async () => {
  await expect(planTrim(context, project, part(20, 22))).rejects.toMatchObject({
    code: "invalid",
    fields: { from_seconds: [expect.stringMatching(/^This recording ends at 0:12\.\d/)] },
  });
  const failed = await aRow("failed");
  await expect(trimRecording(context, project, part(0, 2, failed))).rejects.toMatchObject({ code: "conflict" });
  const elsewhere = await aStream();
  await expect(trimRecording(context, project, { ...part(0, 2), id: elsewhere })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a trim of a recording deleted meanwhile fails with a reason", async () => {
  const late = await aRow("saving", { video_id: 9e9, from: 0, to: 2, watermarked: false });
  await services.db.transaction().execute((tx) => services.jobs.send(tx, makeTrimVideo, { recordingId: late }));
  await until(async () => (await readRecordingRow(services.db, project, late)).state === "failed");
  expect((await readRecordingRow(services.db, project, late)).problem).toBe(
    "The recording this trim comes from no longer exists.",
  );
});
