import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { fromKysely } from "pg-boss";
import type { Services } from "../../context.ts";
import { killedForMemoryVariable } from "../process/killed-for-memory.ts";
import { lockOfWorker, WorkerLock } from "./worker-lock.ts";
import type { WorkerSign } from "./worker-sign.ts";

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
  const registration = new Registration(services, sign, queues, await addWorker(services, sign));
  await registration.begin();
  return registration;
}

class Registration implements Roster {
  readonly #services: Services;
  readonly #sign: WorkerSign;
  readonly #queues: string[];
  readonly #lock: WorkerLock;
  readonly #running = new Map<string, AbortController>();
  /** Another one after another worker marked this one dead. */
  #id: number;
  #unregistered = false;
  #checking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, sign: WorkerSign, queues: string[], id: number) {
    this.#services = services;
    this.#sign = sign;
    this.#queues = queues;
    this.#lock = new WorkerLock(services.config.databaseUrl);
    this.#id = id;
  }

  async begin(): Promise<void> {
    await this.#lock.acquire(this.#id);
    await this.#check();
    this.#timer = setInterval(() => {
      this.#checking = this.#checking.then(() => this.#check());
    }, CHECK_INTERVAL_MS);
  }

  async claim(run: JobRun): Promise<AbortSignal | null> {
    const stop = new AbortController();
    this.#running.set(run.id, stop);
    const { rows } = await sql`
      with taken as (select id from pgboss.job where ${isThisRun(run)} for share)
      insert into job_claims (job_id, queue, worker_id) select id, ${run.queue}, ${this.#id}::bigint from taken
      on conflict (job_id) do update set worker_id = excluded.worker_id, claimed_at = now(), moved_at = now(), tools = '[]'
      returning job_id`.execute(this.#services.db);
    return rows.length > 0 ? stop.signal : null;
  }

  complete(run: JobRun, also?: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.#settle(run.id, async (tx) => {
      await also?.(tx);
      await this.#services.jobs.boss.complete(run.queue, run, null, { db: fromKysely(tx) });
    });
  }

  requeue(run: JobRun, reason: string): Promise<boolean> {
    return this.#settle(run.id, (tx) => this.#services.jobs.fail(tx, run.queue, run.id, reason));
  }

  drop(run: JobRun): void {
    this.#running.delete(run.id);
  }

  async unregister(): Promise<void> {
    if (this.#unregistered) return;
    this.#unregistered = true;
    clearInterval(this.#timer);
    await this.#checking;
    await this.#services.db.deleteFrom("workers").where("id", "=", this.#id).execute();
    await this.#lock.release();
  }

  async #check(): Promise<void> {
    const { db, log } = this.#services;
    const { host } = this.#sign;
    try {
      if (!this.#lock.isHeld) await this.#lock.acquire(this.#id);
      await this.#reregister();
      await this.#requeueUnfinished();
      const others = await db.selectFrom("workers").selectAll().where("id", "!=", this.#id).execute();
      for (const other of others) {
        const gone = other.host === host && (other.pid === process.pid || !isRunning(other.pid));
        if (gone || this.#lock.ageMs > SETTLE_MS) await reapWorker(this.#services, other.id, gone);
      }
      await requeueUnclaimed(this.#services, this.#queues);
    } catch (error) {
      log.debug({ err: error }, "could not check the other workers");
    }
  }

  /** Registers again after another worker marked this one dead and requeued its jobs: aborts them first. */
  async #reregister(): Promise<void> {
    const { db, log } = this.#services;
    if ((await this.#sign.isListed(db, this.#id)) || this.#unregistered) return;
    log.warn({ worker: this.#id, jobs: this.#running.size }, "marked dead by another worker; re-registering");
    for (const stop of this.#running.values()) stop.abort();
    this.#id = await addWorker(this.#services, this.#sign);
    await this.#lock.release();
    await this.#lock.acquire(this.#id);
  }

  async #requeueUnfinished(): Promise<void> {
    const { db, jobs } = this.#services;
    const claims = await db
      .selectFrom("job_claims")
      .select(["job_id", "queue"])
      .where("worker_id", "=", this.#id)
      .execute();
    for (const { job_id: jobId, queue } of claims) {
      if (!this.#running.has(jobId))
        await this.#settle(jobId, (tx) => jobs.fail(tx, queue, jobId, "the database was unavailable"));
    }
  }

  /** Deletes the claim and ends the job in one transaction. */
  async #settle(jobId: string, end: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.#services.db.transaction().execute(async (tx) => {
      const claim = await tx
        .deleteFrom("job_claims")
        .where("job_id", "=", jobId)
        .where("worker_id", "=", this.#id)
        .returning("job_id")
        .executeTakeFirst();
      if (claim) await end(tx);
      return claim !== undefined;
    });
  }
}

async function addWorker({ db }: Services, sign: WorkerSign): Promise<number> {
  const worker = await db
    .insertInto("workers")
    .values({ host: sign.host, pid: process.pid, ...(await sign.describe()) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return worker.id;
}

/** Requeues the jobs of another worker when it is dead; `certain` when its process has ended on this machine. */
async function reapWorker({ db, jobs, log }: Services, workerId: number, certain: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [lockClass, key] = lockOfWorker(workerId);
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(${lockClass}, ${key}::int) as free`.execute(tx);
    // On this machine the process has certainly ended, but its lock may outlive it for a moment.
    if (!rows[0]?.free && !certain) return;
    const dead = await tx
      .selectFrom("workers")
      .select(["id", "pid"])
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
    const forMemory = certain && Number(process.env[killedForMemoryVariable]) === dead.pid;
    const reason = forMemory ? "the system killed the worker to get memory" : "the worker died";
    for (const { queue, job_id: jobId } of claims) {
      if (forMemory) await countMemoryKill(tx, queue, jobId);
      await jobs.fail(tx, queue, jobId, reason);
    }
    await tx.deleteFrom("workers").where("id", "=", workerId).execute();
    log.warn({ worker: workerId, jobs: claims.length, reason }, "a worker died; its jobs were requeued");
  });
}

async function countMemoryKill(tx: Tx, queue: string, jobId: string): Promise<void> {
  await sql`
    update pgboss.job set data = jsonb_set(data, '{memoryKills}', to_jsonb(coalesce((data ->> 'memoryKills')::int, 0) + 1))
    where name = ${queue} and id = ${jobId}`.execute(tx);
}

async function requeueUnclaimed({ db, jobs }: Services, queues: string[]): Promise<void> {
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
