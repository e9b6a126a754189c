import { fromKysely } from "pg-boss";
import { sql } from "kysely";
import pg from "pg";
import type { Services } from "../context.ts";

const LOCK_CLASS = 7_300;
const LOOK_EVERY_MS = 1_000;
/** After the database was away every lock is gone; others get this long to take theirs again before they count as dead. */
const SETTLE_MS = 5_000;

/** One worker's place on the list of workers, and the look-out for those that died. */
export interface Roster {
  claim(jobId: string, queue: string): Promise<void>;
  release(jobId: string): Promise<void>;
  handBack(jobId: string, queue: string): Promise<void>;
  leave(): Promise<void>;
}

/**
 * Puts this process on the list of workers and proves that it lives by a session lock in the database.
 * Jobs of workers that lost their lock (another machine) or whose process is gone (this machine) return to the queue.
 */
export async function enlist(services: Services, host: string): Promise<Roster> {
  const { db, jobs, log, config } = services;
  const { id } = await db.insertInto("workers").values({ host, pid: process.pid }).returning("id").executeTakeFirstOrThrow();
  let lockClient: pg.Client | null = null;
  let lockedSince = 0;
  let left = false;
  let looking: Promise<void> = Promise.resolve();

  async function hold(): Promise<void> {
    const client = new pg.Client({ connectionString: config.databaseUrl ?? undefined, keepAlive: true, application_name: "kinora-worker-lock" });
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
      const others = await db.selectFrom("workers").selectAll().where("id", "!=", id).execute();
      for (const other of others) {
        const gone = other.host === host && (other.pid === process.pid || !isRunning(other.pid));
        if (gone || performance.now() - lockedSince > SETTLE_MS) await bury(other.id, gone);
      }
    } catch (error) {
      log.debug({ err: error }, "could not look after the other workers");
    }
  }

  async function bury(workerId: number, certain: boolean): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCK_CLASS}, ${workerId}::int) as free`.execute(tx);
      // On this machine the process is gone for sure, but its lock may outlive it for a moment.
      if (!rows[0]?.free && !certain) return;
      const dead = await tx.selectFrom("workers").select("id").where("id", "=", workerId).forUpdate().skipLocked().executeTakeFirst();
      if (!dead) return;
      const claims = await tx.selectFrom("job_claims").selectAll().where("worker_id", "=", workerId).execute();
      for (const claim of claims) await jobs.boss.fail(claim.queue, claim.job_id, { message: "the worker died" }, { db: fromKysely(tx) });
      await tx.deleteFrom("workers").where("id", "=", workerId).execute();
      log.warn({ worker: workerId, jobs: claims.length }, "a worker died; its jobs are handed back");
    });
  }

  await hold();
  await look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);

  return {
    async claim(jobId, queue) {
      await db
        .insertInto("job_claims")
        .values({ job_id: jobId, queue, worker_id: id, claimed_at: new Date() })
        .onConflict((conflict) => conflict.column("job_id").doUpdateSet({ worker_id: id, claimed_at: new Date() }))
        .execute();
    },
    async release(jobId) {
      await db.deleteFrom("job_claims").where("job_id", "=", jobId).where("worker_id", "=", id).execute();
    },
    async handBack(jobId, queue) {
      await jobs.boss.fail(queue, jobId, { message: "the worker is stopping" });
      await db.deleteFrom("job_claims").where("job_id", "=", jobId).where("worker_id", "=", id).execute();
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === "object" && error !== null && "code" in error && error.code === "EPERM";
  }
}
