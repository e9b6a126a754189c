import { selectOrdered, selectRow } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import type { Context } from "../../context.ts";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { as, aProject, asUser, auditedActions, aUser, type TestProject } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { heldStorage } from "../../testing/held-storage.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { listTranscodeFailures, retryTranscodeFailures } from "./failures.ts";
import { listTranscodes, readTranscodingState } from "./queue.ts";
import { killTranscodeTools, listTranscodeJobs } from "./running-jobs.ts";
import { prioritiseTranscode } from "./steering.ts";
import { drainWorker, resumeWorker, setEncoderEffort, setTranscodingPaused, setWorkerSlots } from "./workers.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(200_000) });

const services = await sharedServices({ KINORA_WORKER_NAME: "encoder-1" });
let root: Context;
let rootId: number;
let project: TestProject;
let worker: RunningWorker;
/** Ends the wait of the first segment that is stored. */
const goOn = Promise.withResolvers<void>();
beforeAll(async () => {
  rootId = await aUser(services, { superuser: true });
  root = as(services, asUser(rootId, true));
  project = await aProject(services);
  const disk = { freeBytes: 250_000_000_000, totalBytes: 1_000_000_000_000 };
  const hold = { method: "put", key: "180p/00000.m4s", when: "before" } as const;
  const storage = heldStorage(services.storage, hold, () => goOn.promise);
  worker = await runTasks({ ...services, storage, diskSpace: () => Promise.resolve(disk) }, tasks, []);
});
afterAll(async () => {
  goOn.resolve();
  await worker.close();
});

const all = { page: 1, per_page: 30 };
const me = async () => (await readTranscodingState(root)).workers.find(({ name }) => name === "encoder-1");
const transcodeOf = (videoId: number) => selectRow(services, "transcodes", { video_id: videoId });

async function actionsOfRoot(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where actor->>'user_id' = ${String(rootId)} order by id`.execute(services.db);
  return rows.map(({ action }) => action);
}

test("a worker says what it is; it is drained, given slots and resumed, each with a line in the audit log", async () => {
  const seen = await until(async () => {
    const mine = await me();
    return mine !== undefined && mine.cpus > 0 && mine;
  });
  expect(seen).toMatchObject({ pid: process.pid, draining_since: null, slots: 2, slots_chosen: false, jobs: [] });
  expect(seen.version).toMatch(/^\d+\./);
  expect(seen.memory_total_bytes).toBeGreaterThan(seen.memory_used_bytes);
  expect(seen).toMatchObject({ disk_free_bytes: 250_000_000_000, disk_total_bytes: 1_000_000_000_000 });
  await drainWorker(root, "encoder-1");
  await drainWorker(root, "encoder-1");
  await setWorkerSlots(root, "encoder-1", 3);
  expect(await me()).toMatchObject({ draining_since: expect.any(Date), slots: 3, slots_chosen: true });
  await setWorkerSlots(root, "encoder-1", null);
  await resumeWorker(root, "encoder-1");
  await until(async () => (await me())?.slots === 2);
  expect(await me()).toMatchObject({ draining_since: null, slots_chosen: false });
  await expect(drainWorker(root, "nobody")).rejects.toMatchObject({ code: "not_found" });
  await setTranscodingPaused(root, true);
  expect((await readTranscodingState(root)).paused_since).toBeInstanceOf(Date);
  await setTranscodingPaused(root, false);
  await setEncoderEffort(root, "best");
  expect(await readTranscodingState(root)).toMatchObject({ effort: "best" });
  await setEncoderEffort(root, "balanced");
  expect(await actionsOfRoot()).toEqual([
    "worker.drained",
    "worker.drained",
    "worker.slots_changed",
    "worker.slots_changed",
    "worker.resumed",
    "transcoding.paused",
    "transcoding.resumed",
    "transcoding.effort_changed",
    "transcoding.effort_changed",
  ]);
});

test("a worker that gives no sign is not listed, and its name is named when it is drained", async () => {
  await sql`
    insert into workers (host, pid, name, seen_at) values ('elsewhere', 1, 'silent', now() - interval '1 hour')`.execute(
    services.db,
  );
  await sql`insert into worker_settings (name, draining_since) values ('silent', now())`.execute(services.db);
  const { workers, drained } = await readTranscodingState(root);
  expect(workers.map(({ name }) => name)).not.toContain("silent");
  expect(drained).toMatchObject([{ name: "silent" }]);
});

test(
  "the command and the output of a running job are shown without paths; its tools are killed and its video is whole",
  { tags: "@slow" },
  async () => {
    // The encoder cannot end while its first segment waits: what follows is more than its pipe takes.
    const path = await clip("longGop", { durationSeconds: 14 });
    const video = await queueSourceVideo(services, project, path);
    const { id } = await transcodeOf(video);
    const job = await until(async () =>
      (await listTranscodeJobs(root, id)).find(({ task, tools }) => task === "transcoding.chunk" && tools.length > 0),
    );
    expect(job.worker).toBe("encoder-1");
    const [tool] = job.tools;
    // As the effort says that was chosen before.
    expect(tool?.command).toMatch(/^ffmpeg .*libx264 .*-preset medium/);
    expect(tool?.command).not.toContain(services.config.dataDir);
    expect(tool?.command).not.toMatch(/\/(tmp|home|root|var)\//);
    expect((await me())?.jobs).toContainEqual(
      expect.objectContaining({ video: expect.objectContaining({ id: video }) }),
    );
    await killTranscodeTools(root, id);
    goOn.resolve();
    await until(async () => ["complete", "failed"].includes((await transcodeOf(video)).state), 150_000);
    expect(await transcodeOf(video)).toMatchObject({ state: "complete", attempts: 0 });
    const { rows: failed } = await sql`
    select from pgboss.job where data->'payload'->>'transcodeId' = ${String(id)} and data->>'failures' = '1'`.execute(
      services.db,
    );
    expect(failed.length, "a job was tried again because its tool was killed").toBeGreaterThan(0);
    expect(await auditedActions(services, project.projectId)).toContain("video.tools_killed");
    // Its renditions are measured once it is complete.
    await until(async () => (await listTranscodeJobs(root, id)).length === 0);
    await expect(killTranscodeTools(root, id)).rejects.toMatchObject({ code: "conflict" });
  },
);

test("a job whose tools put nothing out for a minute is marked stuck, and found by the filter", async () => {
  const { rows } = await sql<{ id: number }>`
    with video as (
      insert into videos (project_id, account_id, hash, title, status, source_key)
      values (${project.projectId}, ${project.accountId}, 'stuck', 'Standing still', 'processing', 'source') returning id
    ), transcode as (
      insert into transcodes (video_id, project_id, account_id, version, state)
      select id, ${project.projectId}, ${project.accountId}, 1, 'running' from video returning id
    ), away as (insert into workers (host, pid, name) values ('elsewhere', 2, 'away') returning id),
    job as (
      insert into pgboss.job (name, data, state, started_on)
      select 'transcoding.chunk', jsonb_build_object('payload', jsonb_build_object('transcodeId', id)), 'active', now()
      from transcode returning id
    )
    insert into job_claims (job_id, queue, worker_id, moved_at, tools)
    select job.id, 'transcoding.chunk', away.id, now() - interval '2 minutes', '[{"binary":"ffmpeg","command":"","since":"","log":[]}]'
    from job, away returning (select id from transcode)`.execute(services.db);
  const stuck = (await listTranscodes(root, { ...all, stuck: "true" })).data;
  expect(stuck).toMatchObject([{ id: rows[0]?.id, stuck: true, video: { title: "Standing still" } }]);
});

test("failures that differ in figures only are one kind, and are taken up together; others are left", async () => {
  const other = await aProject(services);
  const add = async (title: string, message: string, source: string | null) => {
    await sql`
      with video as (
        insert into videos (project_id, account_id, hash, title, status, source_key)
        values (${other.projectId}, ${other.accountId}, ${title}, ${title}, 'failed', ${source}) returning id)
      insert into transcodes (video_id, project_id, account_id, version, state, finished_at, failure)
      select id, ${other.projectId}, ${other.accountId}, 1, 'failed', now(),
        ${JSON.stringify({ code: "disk_full", message, retryable: true })}::jsonb from video`.execute(services.db);
  };
  await setTranscodingPaused(root, true);
  await add("one", "Only 12 MB are left.", "source");
  await add("two", "Only 7.5 MB are left.", "source");
  await add("three", "Only 3 MB are left.", null);
  await add("four", "The disk with file 8 as MP4 (H.264) is gone.", "source");
  const kind = { code: "disk_full", reason: "Only # MB are left." };
  expect(await listTranscodeFailures(root)).toMatchObject([
    { ...kind, transcodes: 3, accounts: 1, retryable: true },
    { reason: "The disk with file # as MP4 (H.264) is gone.", transcodes: 1 },
  ]);
  expect(await retryTranscodeFailures(root, kind)).toEqual({ retried: 2, left: 1 });
  const states = await selectOrdered(services, "transcodes", "id", { project_id: other.projectId }, "state");
  expect(states.map(({ state }) => state)).toEqual(["queued", "queued", "failed", "failed"]);
  const [waiting] = (await listTranscodes(root, { ...all, search: "two" })).data;
  await prioritiseTranscode(root, waiting?.id ?? 0, 20);
  expect((await listTranscodes(root, { ...all, state: "queued" })).data[0]).toMatchObject({
    video: { title: "two" },
    priority: 20,
  });
});
