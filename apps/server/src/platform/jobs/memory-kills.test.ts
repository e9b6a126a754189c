import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { sharedServices } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { killedForMemoryVariable } from "../process/killed-for-memory.ts";
import { task, type Task } from "./tasks.ts";
import { runTasks } from "./worker.ts";

const services = await sharedServices();
afterEach(() => delete process.env[killedForMemoryVariable]);

interface Watched {
  work: Task<{ place: number }>;
  runs: number[];
  gaveUp: { code: string; message: string; retryable: boolean }[];
}

async function aTask(name: string, run: (place: number) => Promise<void>): Promise<Watched> {
  await services.jobs.boss.createQueue(name, { notify: true, retryLimit: 1_000, retryDelay: 0 });
  const watched: Omit<Watched, "work"> = { runs: [], gaveUp: [] };
  const work = task({
    name,
    payload: z.object({ place: z.number() }),
    maximumFailures: 8,
    run(_services, { place }) {
      watched.runs.push(place);
      return run(place);
    },
    gaveUp: async (_services, _payload, failure) => void watched.gaveUp.push(failure),
  });
  return { work, ...watched };
}

const stateOf = async (name: string) => {
  const { rows } = await sql<{ state: string; kills: number | null }>`
    select state::text, (data ->> 'memoryKills')::int as kills from pgboss.job where name = ${name} order by created_on desc`.execute(
    services.db,
  );
  return rows[0];
};

const running = ({ work }: Watched) => runTasks(services, [work as unknown as Task], []);
const outOfMemory = {
  code: "out_of_memory",
  retryable: true,
  message: expect.stringContaining("ran out of memory twice"),
};

test("a job whose media tool was killed twice for memory says so and waits for a person", async () => {
  const killed = await aTask("test.tool_killed", () =>
    Promise.reject(Object.assign(new Error("The server has too little memory."), { code: "out_of_memory" })),
  );
  const worker = await running(killed);
  await services.jobs.send(services.db, killed.work, { place: 1 });
  await until(async () => killed.gaveUp.length > 0);
  await until(async () => (await stateOf(killed.work.name))?.state === "completed");
  await worker.close();
  expect(killed.runs).toEqual([1, 1]);
  expect(killed.gaveUp).toEqual([outOfMemory]);
});

/** A process of this machine that has ended. */
const endedProcess = () => spawnSync(process.execPath, ["-e", ""]).pid;

/** A worker of this machine took the only job of a task, and was killed. */
async function diedDoing({ work }: Watched): Promise<number> {
  const pid = endedProcess();
  const { id } = await insertRow(services, "workers", {
    host: hostname(),
    pid,
    name: hostname(),
    slots: 1,
    cpus: 2,
  });
  const [job] = await services.jobs.boss.fetch(work.name);
  if (!job) throw new Error("There is no job to take.");
  await insertRow(services, "job_claims", { job_id: job.id, queue: work.name, worker_id: id });
  return pid;
}

test("a job whose worker the system killed twice for memory is not run a third time", async () => {
  const killed = await aTask("test.worker_killed", () => Promise.resolve());
  await services.jobs.send(services.db, killed.work, { place: 2 });
  for (const kills of [1, 2]) {
    process.env[killedForMemoryVariable] = String(await diedDoing(killed));
    const next = await runTasks(services, [], []);
    await until(async () => (await stateOf(killed.work.name))?.kills === kills);
    await next.close();
  }
  const worker = await running(killed);
  await until(async () => killed.gaveUp.length > 0);
  await worker.close();
  expect(killed.runs).toEqual([]);
  expect(killed.gaveUp).toEqual([outOfMemory]);
});

test("a worker that died of something else is no reason to wait", async () => {
  const died = await aTask("test.worker_died", () => Promise.resolve());
  await services.jobs.send(services.db, died.work, { place: 3 });
  await diedDoing(died);
  process.env[killedForMemoryVariable] = String(endedProcess());
  const worker = await running(died);
  await until(async () => died.runs.length > 0);
  await until(async () => (await stateOf(died.work.name))?.state === "completed");
  await worker.close();
  expect(await stateOf(died.work.name)).toMatchObject({ kills: null });
  expect(died.gaveUp).toEqual([]);
});
