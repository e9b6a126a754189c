import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import pg from "pg";
import { fromKysely } from "pg-boss";
import type { Services } from "../context.ts";

const LOCK_CLASS = 7_300;
const LOOK_EVERY_MS = 1_000;
/** After the database was away every lock is gone; others get this long to take theirs again before they count as dead. */
const SETTLE_MS = 5_000;
/** Taking a job and writing down who has it are two steps; whoever died between them is noticed after this long. */
const UNCLAIMED_SECONDS = 2;

/** One run of a job; a job that was handed back meanwhile has another `retryCount`. */
export interface JobRun {
  id: string;
  queue: string;
  retryCount: number;
}

/** One worker's place on the list of workers, and the look-out for those that died. */
export interface Roster {
  /** Writes down that this worker does a job, until it is dropped; null when the job was handed back meanwhile. */
  claim(run: JobRun): Promise<AbortSignal | null>;
  /** Ends a job together with what `also` writes. False, and nothing happens, when it is another worker's by now. */
  complete(run: JobRun, also?: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Returns a job to the queue. False, and nothing happens, when it is another worker's by now. */
  handBack(run: JobRun, reason: string): Promise<boolean>;
  /** This process has stopped working on a job; if it is still claimed, the next look hands it back. */
  drop(run: JobRun): void;
  leave(): Promise<void>;
}

/**
 * Puts this process on the list of workers and proves that it lives by a session lock in the database.
 * Three kinds of jobs return to the queue: those of workers that lost their lock (another machine) or whose process is
 * gone (this machine), those nobody wrote down, and our own whose end could not be written while the database was away.
 */
export async function enlist(services: Services, host: string, queues: readonly string[]): Promise<Roster> {
  const { db, jobs, log, config } = services;
  const running = new Map<string, AbortController>();
  let id = await addWorker();
  let lockClient: pg.Client | null = null;
  let lockedSince = 0;
  let left = false;
  let looking: Promise<void> = Promise.resolve();

  async function addWorker(): Promise<number> {
    const worker = await db
      .insertInto("workers")
      .values({ host, pid: process.pid })
      .returning("id")
      .executeTakeFirstOrThrow();
    return worker.id;
  }

  async function hold(): Promise<void> {
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

  async function look(): Promise<void> {
    try {
      if (!lockClient) await hold();
      await standUp();
      await handBackLooseEnds();
      const others = await db.selectFrom("workers").selectAll().where("id", "!=", id).execute();
      for (const other of others) {
        const gone = other.host === host && (other.pid === process.pid || !isRunning(other.pid));
        if (gone || performance.now() - lockedSince > SETTLE_MS) await bury(other.id, gone);
      }
      await handBackUnclaimed();
    } catch (error) {
      log.debug({ err: error }, "could not look after the other workers");
    }
  }

  /** Someone who could not see us alive has handed our jobs to others: stop doing them, and enlist anew. */
  async function standUp(): Promise<void> {
    const listed = await db.selectFrom("workers").select("id").where("id", "=", id).executeTakeFirst();
    if (listed || left) return;
    log.warn({ worker: id, jobs: running.size }, "this worker counted as dead; it starts anew");
    for (const stop of running.values()) stop.abort();
    id = await addWorker();
    const before = lockClient;
    lockClient = null;
    await before?.end();
    await hold();
  }

  async function handBackLooseEnds(): Promise<void> {
    const claims = await db.selectFrom("job_claims").select(["job_id", "queue"]).where("worker_id", "=", id).execute();
    for (const { job_id: jobId, queue } of claims) {
      if (!running.has(jobId)) await settle(jobId, (tx) => jobs.fail(tx, queue, jobId, "the database was away"));
    }
  }

  async function bury(workerId: number, certain: boolean): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${LOCK_CLASS}, ${workerId}::int) as free`.execute(tx);
      // On this machine the process is gone for sure, but its lock may outlive it for a moment.
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
      log.warn({ worker: workerId, jobs: claims.length }, "a worker died; its jobs are handed back");
    });
  }

  async function handBackUnclaimed(): Promise<void> {
    const { rows } = await sql<JobRun>`
      select id, name as queue, retry_count as "retryCount" from pgboss.job
      where state = 'active' and name = any(${queues}) and started_on < now() - make_interval(secs => ${UNCLAIMED_SECONDS})
        and not exists (select from job_claims where job_id = job.id)`.execute(db);
    for (const run of rows) {
      await db.transaction().execute(async (tx) => {
        // Whoever claims a job shares this lock: either they come first and are seen, or they find the job gone.
        const { rows: active } = await sql`select from pgboss.job where ${isThisRun(run)} for update`.execute(tx);
        const claimed = await tx
          .selectFrom("job_claims")
          .select("job_id")
          .where("job_id", "=", run.id)
          .executeTakeFirst();
        if (active.length > 0 && !claimed) await jobs.fail(tx, run.queue, run.id, "nobody works on this");
      });
    }
  }

  /** Gives up the claim and says what becomes of the job, both or neither. */
  async function settle(jobId: string, end: (tx: Tx) => Promise<void>): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const mine = await tx
        .deleteFrom("job_claims")
        .where("job_id", "=", jobId)
        .where("worker_id", "=", id)
        .returning("job_id")
        .executeTakeFirst();
      if (mine) await end(tx);
      return mine !== undefined;
    });
  }

  await hold();
  await look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);

  return {
    async claim(run) {
      const stop = new AbortController();
      running.set(run.id, stop);
      const { rows } = await sql`
        with taken as (select id from pgboss.job where ${isThisRun(run)} for share)
        insert into job_claims (job_id, queue, worker_id) select id, ${run.queue}, ${id}::bigint from taken
        on conflict (job_id) do update set worker_id = excluded.worker_id, claimed_at = now()
        returning job_id`.execute(db);
      return rows.length > 0 ? stop.signal : null;
    },
    complete: (run, also) =>
      settle(run.id, async (tx) => {
        await also?.(tx);
        await jobs.boss.complete(run.queue, run, null, { db: fromKysely(tx) });
      }),
    handBack: (run, reason) => settle(run.id, (tx) => jobs.fail(tx, run.queue, run.id, reason)),
    drop: (run) => {
      running.delete(run.id);
    },
    async leave() {
      if (left) return;
      left = true;
      clearInterval(timer);
      await looking;
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
