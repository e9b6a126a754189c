import { deleteRows, selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { sharedServices } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { task, type Run, type Task } from "./tasks.ts";
import { runTasks } from "./worker.ts";

const services = await sharedServices();

const payload = z.object({ place: z.number() });
type Work = (sent: z.infer<typeof payload>, run: Run) => Promise<void>;
let tasks = 0;

/** A task of its own queue that does `work`. */
async function aTask(
  work: Work,
  options: Partial<Pick<Task, "maximumFailures" | "concurrency">> = {},
): Promise<Task<{ place: number }>> {
  tasks += 1;
  const name = `test.worker_${tasks}`;
  await services.jobs.boss.createQueue(name, { notify: true, retryLimit: 1_000, retryDelay: 0 });
  return task({ name, payload, ...options, run: (_services, sent, run) => work(sent, run) });
}

const jobsOf = async ({ name }: { name: string }) => {
  const { rows } = await sql<{ state: string; requeues: number; failures: number }>`
    select state::text, retry_count as "requeues", (data ->> 'failures')::int as failures from pgboss.job
    where name = ${name} order by created_on`.execute(services.db);
  return rows;
};
const ended = (of: { name: string }) =>
  until(async () => (await jobsOf(of)).every(({ state }) => state === "completed"));
const running = <Payload extends object>(one: Task<Payload>) => runTasks(services, [one as unknown as Task], []);

test("a job whose worker died before it could claim it is run by another", async () => {
  const done: number[] = [];
  const work = await aTask(async ({ place }) => void done.push(place));
  await services.jobs.send(services.db, work, { place: 7 });
  const [taken] = await services.jobs.boss.fetch(work.name);
  expect(taken).toBeDefined();
  const worker = await running(work);
  await ended(work);
  expect(done).toEqual([7]);
  await worker.close();
});

test("a job that runs when the database connection is lost is run again, and that is no failure", async () => {
  let runs = 0;
  const work = await aTask(
    async () => {
      runs += 1;
      if (runs > 3) return;
      // As when PostgreSQL dies: every connection is cut, this task's own and those its end is written down with.
      const { rows } = await sql<{
        pid: number;
      }>`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        services.db,
      );
      await services.db.transaction().execute(async (tx) => {
        const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        for (const { pid } of rows.filter((row) => row.pid !== own[0]?.pid))
          await sql`select pg_terminate_backend(${pid})`.execute(tx);
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      });
    },
    { maximumFailures: 1 },
  );
  const worker = await running(work);
  await services.jobs.send(services.db, work, { place: 1 });
  await until(async () => (await jobsOf(work).catch(() => []))[0]?.state === "completed");
  const [job] = await jobsOf(work);
  expect(job).toMatchObject({ state: "completed", failures: 0 });
  // One for each cut; the end of the good run may meet one more connection that a cut left dead.
  expect(job?.requeues).toBeGreaterThanOrEqual(3);
  expect(await selectRows(services, "job_claims", {})).toEqual([]);
  await worker.close();
});

test("each run of a task is measured by how it ended", async () => {
  const work = await aTask(
    async ({ place }) => {
      if (place > 0) throw new Error("no");
    },
    { maximumFailures: 2 },
  );
  const worker = await running(work);
  for (const place of [0, 1]) await services.jobs.send(services.db, work, { place });
  // Three runs: of the job that is done, and of the one that is tried twice.
  await until(async () => (await jobsOf(work)).filter(({ state }) => state === "completed").length === 3);
  const text = await services.metrics.registry.metrics();
  for (const result of ["done", "failed", "gave_up"])
    expect(text).toContain(`task="${work.name}",result="${result}"} 1\n`);
  await worker.close();
});

test("a job whose completion could not be written is requeued by its worker", async () => {
  let runs = 0;
  const work = await aTask(async (_sent, { jobId }) => {
    runs += 1;
    if (runs > 1) {
      await sql`drop trigger refuse on job_claims`.execute(services.db);
      return;
    }
    // Simulates a database that fails exactly when the job ends.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`.execute(
      services.db,
    );
    await sql`create trigger refuse before delete on job_claims for each row execute function refuse()`.execute(
      services.db,
    );
    expect(jobId).not.toBe("");
  });
  const worker = await running(work);
  await services.jobs.send(services.db, work, { place: 1 });
  await ended(work);
  expect(runs).toBe(2);
  await worker.close();
});

test("a worker that others marked dead aborts its jobs and registers again", async () => {
  const signals: AbortSignal[] = [];
  const work = await aTask(async (_sent, { signal }) => {
    signals.push(signal);
    if (signals.length > 1) return;
    await deleteRows(services, "workers", {});
    await new Promise((stopped) => signal.addEventListener("abort", stopped, { once: true }));
    throw new Error("stopped half-way");
  });
  const worker = await running(work);
  await services.jobs.send(services.db, work, { place: 1 });
  await ended(work);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await jobsOf(work)).toMatchObject([{ failures: 0 }]);
  await worker.close();
});

test("stopping a worker requeues its jobs once, and takes no new ones", async () => {
  let begun = 0;
  const work = await aTask(async (_sent, { signal }) => {
    begun += 1;
    await new Promise((stopped) => signal.addEventListener("abort", stopped, { once: true }));
    throw new Error("stopped half-way");
  });
  const worker = await running(work);
  for (const place of [1, 2, 3]) await services.jobs.send(services.db, work, { place });
  await until(async () => begun === 1);
  await worker.close();
  expect((await jobsOf(work)).map(({ state }) => state).sort()).toEqual(["created", "created", "retry"]);
  expect(begun).toBe(1);
});

test("a failing job is retried until its last attempt, then the task records why", async () => {
  const gaveUp: string[] = [];
  const work: Task<{ place: number }> = {
    ...(await aTask(() => Promise.reject(new Error("no")), { maximumFailures: 2 })),
    gaveUp: async (_services, { place }, { code }) => void gaveUp.push(`${place} ${code}`),
  };
  const worker = await running(work);
  await services.jobs.send(services.db, work, { place: 5 });
  await until(async () => gaveUp.length > 0);
  await ended(work);
  expect(gaveUp).toEqual(["5 internal"]);
  expect((await jobsOf(work)).map(({ failures }) => failures)).toEqual([0, 1]);
  await worker.close();
});

// On a quiet machine both stay below the half minute after which a queue polls.
test("a job that comes due is started, whichever process sent it", { timeout: patient(15_000) }, async () => {
  const done: number[] = [];
  const work = await aTask(async ({ place }) => void done.push(place), { concurrency: 2 });
  const worker = await running(work);
  await services.jobs.send(services.db, work, { place: 1 }, { startAfterSeconds: 1 });
  await services.jobs.send(services.db, work, { place: 2 }, { startAfterSeconds: 2 });
  expect(done).toEqual([]);
  await ended(work);
  expect(done.toSorted((one, other) => one - other)).toEqual([1, 2]);
  await worker.close();
});

test("short jobs follow each other without a pause", { timeout: patient(15_000) }, async () => {
  const done: number[] = [];
  const work = await aTask(async ({ place }) => void done.push(place));
  for (let place = 0; place < 40; place += 1) await services.jobs.send(services.db, work, { place });
  const worker = await running(work);
  await ended(work);
  expect(done).toHaveLength(40);
  await worker.close();
});
