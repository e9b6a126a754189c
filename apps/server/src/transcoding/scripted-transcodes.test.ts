import { holds } from "@kinora/contract/access.ts";
import { findRow } from "@kinora/db/testing-rows.ts";
import { clip, hostileFile } from "@kinora/media/fixtures/clips.ts";
import { afterAll, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { authorize } from "../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { as } from "../platform/testing.ts";
import { tasks } from "../rooms.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { operations, serveForTests } from "../testing/operations.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";
import { cancelTranscode, retranscode } from "./service.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(240_000) });

let worker: RunningWorker | null = null;
const { services, project } = await sharedProject();
afterAll(() => worker?.close());

interface ReportRow {
  video_id: number;
  state: string;
  source_seconds: number;
  waited_seconds: number;
  encode_seconds: number;
  failure: string | null;
  renditions: { height: number; seconds: number; bytes: number }[];
}

async function readReport() {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const found = operations.find((each) => each.name === "analytics.getTranscodeReport");
  if (!found) throw new Error("There is no such operation.");
  const api = await serveForTests(services);
  const query = `from=${day(-1)}&to=${day(1)}`;
  const answer = await api.call(found.operation, { path: { project_id: project.projectId }, query }, project.owner);
  await api.close();
  return (answer.json() as { data: { totals: Record<string, number | null>; rows: ReportRow[] } }).data;
}

async function steer(how: typeof cancelTranscode, id: number): Promise<void> {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return how(as(services, project.owner), { ...grant, projectId: grant.projectId }, id);
}

const ended = (id: number, version = 1) =>
  until(async () => {
    const transcode = await findRow(services, "transcodes", { video_id: id, version }, "state");
    return transcode?.state === "complete" || transcode?.state === "failed";
  });

/** The bytes of media that are stored of each rendition of a version, by its label. */
async function storedBytes(id: number, version: number): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  const folder = `assets/${id}/v${version}/`;
  for await (const { key, sizeBytes } of services.storage.list(folder)) {
    const [label = "", file = ""] = key.slice(folder.length).split("/");
    if (/^(?:\d+p|audio)$/.test(label) && /^\d+\.m4s$/.test(file))
      stored.set(label, (stored.get(label) ?? 0) + sizeBytes);
  }
  return stored;
}

const labelOf = (height: number) => (height === 0 ? "audio" : `${height}p`);

test("the report on transcodes says what workers did: complete, again, canceled and failed", async () => {
  const seconds = { long: 8, short: 4 };
  const long = await queueSourceVideo(
    services,
    project,
    await clip("longGop", { width: 640, height: 360, durationSeconds: seconds.long }),
  );
  const short = await queueSourceVideo(
    services,
    project,
    await clip("streamable", { width: 320, height: 180, durationSeconds: seconds.short }),
  );
  const broken = await queueSourceVideo(services, project, await hostileFile("playlistNamingPasswd"));
  const cancelled = await queueSourceVideo(
    services,
    project,
    await clip("longGop", { width: 320, height: 180, durationSeconds: 6 }),
  );
  await steer(cancelTranscode, cancelled);
  worker = await runTasks(services, tasks, []);
  await Promise.all([ended(long), ended(short), ended(broken)]);
  await steer(retranscode, long);
  await ended(long, 2);

  const { totals, rows } = await readReport();
  const told = rows.map(({ video_id: id, state }) => `${id} ${state}`).toSorted();
  expect(told).toEqual(
    [
      `${long} complete`,
      `${long} complete`,
      `${short} complete`,
      `${broken} failed`,
      `${cancelled} cancelled`,
    ].toSorted(),
  );
  expect(totals).toMatchObject({ jobs: 5, failed: 1, success: 3 / 4 });
  expect(rows.filter(({ failure }) => failure !== null).map(({ video_id: id }) => id)).toEqual([broken]);

  let [bytes, minutes] = [0, 0];
  // The newest first: the second version of the long one stands before its first.
  for (const [id, version, row] of [
    [long, 2, rows.find(({ video_id }) => video_id === long)],
    [short, 1, rows.find(({ video_id }) => video_id === short)],
  ] as const) {
    const stored = await storedBytes(id, version);
    expect(stored.size).toBeGreaterThan(1);
    expect(new Map(row?.renditions.map((made) => [labelOf(made.height), made.bytes]))).toEqual(stored);
  }
  for (const { state, video_id: id, source_seconds: source, renditions } of rows) {
    const length = id === long ? seconds.long : seconds.short;
    if (state === "complete") expect(source).toBeCloseTo(length, 0);
    else expect(renditions).toEqual([]);
    for (const made of renditions) {
      expect(made.seconds).toBeCloseTo(length, 0);
      bytes += made.bytes;
      if (made.height > 0) minutes += made.seconds / 60;
    }
  }
  expect(totals["bytes"]).toBe(bytes);
  expect(totals["encoded_minutes"]).toBeCloseTo(minutes, 9);
  expect(totals["source_minutes"]).toBeCloseTo((2 * seconds.long + seconds.short) / 60, 1);
  const complete = rows.filter(({ state }) => state === "complete");
  const sum = (of: (row: ReportRow) => number) => complete.reduce((total, row) => total + of(row), 0);
  expect(totals["speed"]).toBeCloseTo(sum((row) => row.source_seconds) / sum((row) => row.encode_seconds), 6);
  expect(totals["waited_p95"]).toBeLessThanOrEqual(Math.max(...rows.map((row) => row.waited_seconds)));
  expect(totals["encode_p95"]).toBeLessThanOrEqual(Math.max(...complete.map((row) => row.encode_seconds)));
});
