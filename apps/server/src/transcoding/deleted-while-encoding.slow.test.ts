import { findRow, insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { tasks } from "../rooms.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";

const POINTS = 20;
// Twenty real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: 600_000 });

let worker: RunningWorker;
let path: string;
/** Called before each file that the worker stores, with its number. */
let beforeWrite: (write: number) => Promise<void> = () => Promise.resolve();
let writes = 0;

/** The storage, with a look at each write before it happens. */
const watched = (storage: Storage): Storage =>
  new Proxy(storage, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "put" && name !== "putFile") return value.bind(target);
      return async (...given: unknown[]): Promise<unknown> => {
        writes += 1;
        await beforeWrite(writes);
        return Reflect.apply(value, target, given);
      };
    },
  });

const { services, project } = await sharedProject();

beforeAll(async () => {
  path = await clip("streamable", { width: 320, height: 240, durationSeconds: 12 });
  worker = await runTasks({ ...services, storage: watched(services.storage) }, tasks, []);
});
afterAll(() => worker.close());

const isIdle = async () => (await selectRows(services, "job_claims", {}, "job_id")).length === 0;
const existing = (id: number) => findRow(services, "videos", { id }, "status");

async function deleteVideo(id: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await updateRows(tx, "videos", { id }, { deleted_at: new Date() });
    await services.emit(tx, {
      ...{ type: "video.deleted", accountId: project.accountId, projectId: project.projectId },
      ...{ payload: { video_id: id }, actor: { kind: "system" } },
    });
  });
}

/** Whether a purge waits for a transaction that has not ended: that of the write which is held. */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(services.db);
  return rows.length > 0;
}

/** Runs a task at once, an hour later than its files are old. */
async function runLater(name: string, payload: object): Promise<void> {
  const clock = { ...services.clock, now: () => new Date(Date.now() + 7_200_000) };
  const run = { jobId: "later", signal: new AbortController().signal, failures: 0 };
  await tasks.find((task) => task.name === name)?.run({ ...services, clock }, payload, run);
}

/** What the operator's search finds. */
async function orphans(): Promise<string[]> {
  const { db, clock } = services;
  const { id } = await insertRow(db, "storage_scans", {
    requested_at: clock.now(),
    expected_bytes: 0,
    problem: null,
    deletion: null,
    deletion_problem: null,
  });
  await runLater("operations.search_storage", { scanId: id });
  const { state } = await selectRow(db, "storage_scans", { id }, "state");
  expect(state).toBe("complete");
  const rows = await selectRows(db, "storage_orphans", { scan_id: id }, "folder");
  return rows.map(({ folder }) => folder);
}

test("a video that is deleted at any of twenty points of its encoding leaves no file behind", async () => {
  const whole = await queueSourceVideo(services, project, path);
  await until(async () => (await existing(whole))?.status === "complete" && isIdle(), 120_000);
  const all = writes;
  expect(all).toBeGreaterThanOrEqual(POINTS);

  const purged: number[] = [];
  for (let point = 0; point < POINTS; point += 1) {
    const at = 1 + Math.floor((point * all) / POINTS);
    let isReached = false;
    writes = 0;
    const id = await queueSourceVideo(services, project, path);
    beforeWrite = async (write) => {
      if (write !== at) return;
      isReached = true;
      await deleteVideo(id);
      await until(async () => !(await existing(id)) || waitsForLock());
    };
    await until(async () => isReached && !(await existing(id)) && isIdle());
    purged.push(id);
  }
  // The file that was about to be stored is there: nothing holds it back.
  expect(await orphans()).not.toEqual([]);
  for (const videoId of purged) await runLater("videos.sweep_purged", { videoId, sweep: 0 });
  expect(await orphans()).toEqual([]);
});
