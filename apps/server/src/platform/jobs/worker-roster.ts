import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import pg from "pg";
import { fromKysely } from "pg-boss";
import type { Services } from "../../context.ts";
import type { WorkerSign } from "./worker-sign.ts";

const LOCK_CLASS = 7_300;
const CHECK_INTERVAL_MS = 1_000;
/** After the database was unavailable, other workers have this long to lock again before they are marked dead. */
const SETTLE_MS = 5_000;
/** Fetching a job and claiming it are two steps; a job whose worker died in between is requeued after this long. */
const UNCLAIMED_SECONDS = 2;

/** One run of a job; a job that was requeued meanwhile has another `retryCount`. */
export interface JobRun {
  id: string;
  queue: string;
  retryCount: number;
}

/** This worker's registration, which also detects workers that died. */
export interface Roster {
  /** Claims a job for this worker until it is dropped; null when the job was requeued meanwhile. */
  claim(run: JobRun): Promise<AbortSignal | null>;
  /** Completes a job in one transaction with `also`. False, without any effect, when another worker has it by now. */
  complete(run: JobRun, also?: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Returns a job to the queue. False, without any effect, when another worker has it by now. */
  requeue(run: JobRun, reason: string): Promise<boolean>;
  /** Marks a job as not running in this process; if it is still claimed, the next check requeues it. */
  drop(run: JobRun): void;
  unregister(): Promise<void>;
}

/**
 * Registers this process as a worker; a session-level advisory lock in the database proves that it is alive.
 * Three kinds of jobs are requeued: those of workers that lost their lock (another machine) or whose process ended (this
 * machine), active jobs without a claim, and our own whose completion could not be written while the database was unavailable.
 */
export async function registerWorker(services: Services, sign: WorkerSign, queues: string[]): Promise<Roster> {
  const { db, jobs, log, config } = services;
  const { host } = sign;
  const running = new Map<string, AbortController>();
  let id = await addWorker();
  let lockClient: pg.Client | null = null;
  let lockedSince = 0;
  let unregistered = false;
  let checking: Promise<void> = Promise.resolve();

  async function addWorker(): Promise<number> {
    const worker = await db
      .insertInto("workers")
      .values({ host, pid: process.pid, ...(await sign.describe()) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return worker.id;
  }

  async function acquireLock(): Promise<void> {
    const client = new pg.Client({
      connectionString: config.databaseUrl ?? undefined,
      keepAlive: true,
      application_name: "kinora-worker-lock",
    });
    const lost = () => {
      if (lockClient === client) lockClient = null;
    };
    client.on("error", lost);
    client.on("end", lost);
    await client.connect();
    await client.query("select pg_advisory_lock($1, $2)", [LOCK_CLASS, id]);
    lockClient = client;
    lockedSince = performance.now();
  }

  async function check(): Promise<void> {
    try {
      if (!lockClient) await acquireLock();
      await reregister();
      await requeueUnfinished();
      const others = await db.selectFrom("workers").selectAll().where("id", "!=", id).execute();
      for (const other of others) {
        const gone = other.host === host && (other.pid === process.pid || !isRunning(other.pid));
        if (gone || performance.now() - lockedSince > SETTLE_MS) await reapWorker(other.id, gone);
      }
      await requeueUnclaimed();
    } catch (error) {
      log.debug({ err: error }, "could not check the other workers");
    }
  }

  /** Registers again after another worker marked this one dead and requeued its jobs: aborts them first. */
  async function reregister(): Promise<void> {
    if ((await sign.isListed(db, id)) || unregistered) return;
    log.warn({ worker: id, jobs: running.size }, "marked dead by another worker; re-registering");
    for (const stop of running.values()) stop.abort();
    id = await addWorker();
    const before = lockClient;
    lockClient = null;
    await before?.end();
    await acquireLock();
  }

  async function requeueUnfinished(): Promise<void> {
    const claims = await db.selectFrom("job_claims").select(["job_id", "queue"]).where("worker_id", "=", id).execute();
    for (const { job_id: jobId, queue } of claims) {
      if (!running.has(jobId)) await settle(jobId, (tx) => jobs.fail(tx, queue, jobId, "the database was unavailable"));
    }
  }

  async function reapWorker(workerId: number, certain: boolean): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${LOCK_CLASS}, ${workerId}::int) as free`.execute(tx);
      // On this machine the process has certainly ended, but its lock may outlive it for a moment.
      if (!rows[0]?.free && !certain) return;
      const dead = await tx
        .selectFrom("workers")
        .select("id")
        .where("id", "=", workerId)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!dead) return;
      const claims = await tx
        .deleteFrom("job_claims")
        .where("worker_id", "=", workerId)
        .returning(["job_id", "queue"])
        .execute();
      for (const claim of claims) await jobs.fail(tx, claim.queue, claim.job_id, "the worker died");
      await tx.deleteFrom("workers").where("id", "=", workerId).execute();
      log.warn({ worker: workerId, jobs: claims.length }, "a worker died; its jobs were requeued");
    });
  }

  async function requeueUnclaimed(): Promise<void> {
    const { rows } = await sql<JobRun>`
      select id, name as queue, retry_count as "retryCount" from pgboss.job
      where state = 'active' and name = any(${queues}) and started_on < now() - make_interval(secs => ${UNCLAIMED_SECONDS})
        and not exists (select from job_claims where job_id = job.id)`.execute(db);
    for (const run of rows) {
      await db.transaction().execute(async (tx) => {
        // A claim takes this lock, too: it either precedes and is seen here, or finds the job requeued.
        const { rows: active } = await sql`select from pgboss.job where ${isThisRun(run)} for update`.execute(tx);
        const claimed = await tx
          .selectFrom("job_claims")
          .select("job_id")
          .where("job_id", "=", run.id)
          .executeTakeFirst();
        if (active.length > 0 && !claimed) await jobs.fail(tx, run.queue, run.id, "no worker claimed this job");
      });
    }
  }

  /** Deletes the claim and ends the job in one transaction. */
  async function settle(jobId: string, end: (tx: Tx) => Promise<void>): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const claim = await tx
        .deleteFrom("job_claims")
        .where("job_id", "=", jobId)
        .where("worker_id", "=", id)
        .returning("job_id")
        .executeTakeFirst();
      if (claim) await end(tx);
      return claim !== undefined;
    });
  }

  await acquireLock();
  await check();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_INTERVAL_MS);

  return {
    async claim(run) {
      const stop = new AbortController();
      running.set(run.id, stop);
      const { rows } = await sql`
        with taken as (select id from pgboss.job where ${isThisRun(run)} for share)
        insert into job_claims (job_id, queue, worker_id) select id, ${run.queue}, ${id}::bigint from taken
        on conflict (job_id) do update set worker_id = excluded.worker_id, claimed_at = now(), moved_at = now(), tools = '[]'
        returning job_id`.execute(db);
      return rows.length > 0 ? stop.signal : null;
    },
    complete: (run, also) =>
      settle(run.id, async (tx) => {
        await also?.(tx);
        await jobs.boss.complete(run.queue, run, null, { db: fromKysely(tx) });
      }),
    requeue: (run, reason) => settle(run.id, (tx) => jobs.fail(tx, run.queue, run.id, reason)),
    drop: (run) => {
      running.delete(run.id);
    },
    async unregister() {
      if (unregistered) return;
      unregistered = true;
      clearInterval(timer);
      await checking;
      await db.deleteFrom("workers").where("id", "=", id).execute();
      await lockClient?.end();
    },
  };
}

const isThisRun = (run: JobRun) =>
  sql`name = ${run.queue} and id = ${run.id} and state = 'active' and retry_count = ${run.retryCount}`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === "object" && error !== null && "code" in error && error.code === "EPERM";
  }
}
