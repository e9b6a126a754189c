import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { holds } from "@kinora/contract/access.ts";
import { insertRow, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip, type ClipName } from "@kinora/media/fixtures/clips.ts";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { authorize } from "../../platform/access/scope.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { as } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { projectOfEachTest } from "../../testing/fixtures.ts";
import { heldStorage, type Hold } from "../../testing/held-storage.ts";
import { startHeldWorker } from "../../testing/held-worker.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { sweepWork } from "../finish/sweep-work.ts";
import { cancelTranscode, retryTranscode } from "../service.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

const { services, project } = await projectOfEachTest();
beforeEach(async () => {
  const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: [240, 360].includes(rung.height) }));
  const { projectId: project_id, accountId: account_id } = project;
  const ladder = JSON.stringify({ ...defaultProjectLadder, rungs, remux: true });
  await insertRow(services, "project_ladders", { project_id, account_id, ladder });
});

/** Enqueues a clip whose largest rung is to be copied. */
const aVideo = async (name: ClipName) =>
  queueSourceVideo(services, project, await clip(name, { width: 480, height: 360, durationSeconds: 8 }));

const read = (id: number) => selectRow(services, "videos", { id });

async function steer(how: typeof cancelTranscode, id: number): Promise<void> {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return how(as(services, project.owner), { ...grant, projectId: grant.projectId }, id);
}

async function becomesComplete(id: number): Promise<void> {
  await until(async () => {
    const { status, failure } = await read(id);
    if (status === "failed") throw new Error(failure?.message ?? "It failed.");
    return status === "complete";
  });
}

const wholes = new Map<ClipName, number>();

/** The result of an undisturbed run of a clip; made once. */
async function undisturbed(name: ClipName): Promise<number> {
  const id = wholes.get(name) ?? (await aVideo(name));
  if (!wholes.has(name)) await makeWhole(id);
  wholes.set(name, id);
  return id;
}

async function makeWhole(id: number): Promise<void> {
  const worker = await runTasks(services, tasks, []);
  try {
    await becomesComplete(id);
  } finally {
    await worker.close();
  }
}

const folderOf = (id: number) => join(services.config.dataDir, `media/assets/${id}`);
const everyFile = (id: number) =>
  readdirSync(folderOf(id), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folderOf(id).length))
    .sort();

/** Whether a file contains sound: sound that is encoded in two runs is not bit-identical. */
const hasSound = (file: string) => /^\/v\d+\/(audio|mp4)\//.test(file);

/** Compares a video with another: the same files with the same bytes, the same renditions, and each once. */
async function expectSame(id: number, other: number): Promise<void> {
  expect(everyFile(id)).toEqual(everyFile(other));
  for (const file of everyFile(id).filter((name) => !hasSound(name)))
    expect(readFileSync(folderOf(id) + file).equals(readFileSync(folderOf(other) + file)), file).toBe(true);
  const renditions = (video: number) =>
    selectOrdered(
      services,
      "renditions",
      "label",
      { video_id: video },
      "kind",
      "label",
      "codecs",
      "state",
      "segments",
      "duration_seconds",
      "copied",
      "on_grid",
    );
  expect(await renditions(id)).toEqual(await renditions(other));
  const facts = async (video: number) => {
    const { status, version, duration_seconds, width, height } = await read(video);
    return { status, version, duration_seconds, width, height };
  };
  expect(await facts(id)).toEqual(await facts(other));
  const { rows } = await sql<{ type: string; times: number }>`
    select type, count(*)::int as times from events where payload->>'video_id' = ${String(id)} and type in ('video.playable', 'video.ready')
    group by type order by type`.execute(services.db);
  expect(rows).toEqual([
    { type: "video.playable", times: 1 },
    { type: "video.ready", times: 1 },
  ]);
}

/** Expects that nothing of the work is left: no tool, no active job, no folder. */
async function expectNothingLeft(): Promise<void> {
  await until(async () => mediaTools().length === 0);
  await until(async () => (await selectRows(services, "job_claims", {}, "queue")).length === 0);
  await sweepWork.run(services);
  expect(readdirSync(join(services.config.dataDir, "work")).filter((name) => name !== "sources")).toEqual([]);
}

/** The media tools that work on this test's files. */
const mediaTools = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
      return /^\S*ff(mpeg|probe)\0/.test(line) && line.includes(services.config.dataDir);
    } catch {
      // It ended a moment before.
      return false;
    }
  });

const unfinishedChunkJobs = async () => {
  const { rows } = await sql`
    select id from pgboss.job where name = 'transcoding.chunk' and state in ('created', 'retry', 'active')`.execute(
    services.db,
  );
  return rows.length;
};

test.each<[string, ClipName, Hold[]]>([
  [
    "that is copied",
    "numbered",
    [
      { method: "put", key: "360p/init.mp4", when: "half" },
      { method: "put", key: "360p/00001.m4s", when: "after" },
      { method: "put", key: "360p/index.m3u8", when: "after" },
    ],
  ],
  [
    "that cannot be copied after all",
    "numberedRecovery",
    [
      { method: "put", key: "360p/init.mp4", when: "after" },
      { method: "deletePrefix", key: "360p", when: "before" },
      { method: "deletePrefix", key: "360p", when: "after" },
    ],
  ],
])("a worker killed anywhere in a rendition %s leaves nothing wrong, double or behind", async (_what, name, holds) => {
  const id = await aVideo(name);
  for (const hold of holds) {
    const worker = await startHeldWorker(services, hold);
    await worker.kill();
  }
  await makeWhole(id);
  await expectSame(id, await undisturbed(name));
  await expectNothingLeft();
});

/** Runs a worker that blocks at a given storage call until `meanwhile` is done. */
async function heldAt(hold: Hold, meanwhile: () => Promise<void>, afterwards: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const storage = heldStorage(services.storage, hold, () => {
    held.resolve();
    return goOn.promise;
  });
  const worker = await runTasks({ ...services, storage }, tasks, []);
  try {
    await held.promise;
    await meanwhile();
    goOn.resolve();
    await afterwards();
  } finally {
    goOn.resolve();
    await worker.close();
  }
}

test("copying that is cancelled ends at once with its job and its tools, keeps its files, and resumes when retried", async () => {
  const id = await aVideo("numbered");
  const hold: Hold = { method: "put", key: "360p/00001.m4s", when: "before" };
  await heldAt(
    hold,
    async () => {
      await steer(cancelTranscode, id);
      await until(async () => mediaTools().length === 0);
    },
    expectNothingLeft,
  );
  expect(await read(id)).toMatchObject({ status: "cancelled", failure: null });
  await expect(steer(cancelTranscode, id)).rejects.toMatchObject({ code: "conflict" });
  const transcode = await selectRow(services, "transcodes", { video_id: id }, "state", "finished_at");
  expect(transcode).toMatchObject({ state: "cancelled", finished_at: expect.any(Date) });
  const first = readFileSync(`${folderOf(id)}/v1/360p/00000.m4s`);
  await steer(retryTranscode, id);
  await makeWhole(id);
  expect(readFileSync(`${folderOf(id)}/v1/360p/00000.m4s`).equals(first)).toBe(true);
  await expectSame(id, await undisturbed("numbered"));
  await expectNothingLeft();
});

test("a rung that was cancelled while it was copied and then cannot be copied is encoded whole when retried", async () => {
  const id = await aVideo("numberedRecovery");
  const hold: Hold = { method: "put", key: "360p/init.mp4", when: "after" };
  await heldAt(hold, () => steer(cancelTranscode, id), expectNothingLeft);
  await steer(retryTranscode, id);
  const again: Hold = { method: "deletePrefix", key: "360p", when: "before" };
  // Work that is encoded before the copy fails lacks a rung.
  await heldAt(
    again,
    async () => void (await until(async () => (await unfinishedChunkJobs()) === 0)),
    () => becomesComplete(id),
  );
  await expectSame(id, await undisturbed("numberedRecovery"));
});
