import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { JobWithMetadata } from "pg-boss";
import type { Services } from "../context.ts";
import { MAXIMUM_HAND_BACKS, type Envelope } from "./jobs.ts";
import { GiveUp } from "./refusal.ts";
import { retryDelaySeconds, type Task } from "./tasks.ts";
import { enlist } from "./worker-roster.ts";

/** Something a worker does every so often; with several workers one of them does it. */
export interface Chore {
  name: string;
  everySeconds: number;
  run(services: Services): Promise<void>;
}

export interface RunningWorker {
  close(): Promise<void>;
}

const CHORE_LOCK = 7_301;

/**
 * Runs every task's jobs until closed. What a dead worker was doing is handed back by the next worker that looks:
 * at once on the same machine, within seconds from another one.
 */
export async function runTasks(services: Services, tasks: readonly Task[], chores: readonly Chore[]): Promise<RunningWorker> {
  const { jobs, log } = services;
  const stopping = new AbortController();
  const roster = await enlist(services, hostname());
  const under = new Set<Promise<void>>();

  async function runJob(task: Task, job: JobWithMetadata<Envelope>): Promise<void> {
    const { payload, failures } = job.data;
    await roster.claim(job.id, task.name);
    try {
      if (job.retryCount >= MAXIMUM_HAND_BACKS) throw new GiveUp("worker_died", "The worker died too often while doing this.", true);
      await task.run(services, task.payload.parse(payload), { jobId: job.id, signal: stopping.signal, failures });
    } catch (error) {
      if (stopping.signal.aborted) {
        // Shutting down: the next worker goes on where this one stops.
        await roster.handBack(job.id, task.name);
        throw error;
      }
      await failed(task, payload, failures + 1, error);
    }
    await roster.release(job.id);
  }

  async function failed(task: Task, payload: object, failures: number, error: unknown): Promise<void> {
    const givesUp = error instanceof GiveUp || failures >= task.maximumFailures;
    log.warn({ err: error, task: task.name, payload, failures, givesUp }, "task failed");
    if (!givesUp) {
      await jobs.send(services.db, task, payload, { failures, startAfterSeconds: retryDelaySeconds(failures) });
      return;
    }
    const failure =
      error instanceof GiveUp
        ? { code: error.code, message: error.message, retryable: error.retryable }
        : { code: "internal", message: "Something went wrong on our side. Trying again may help.", retryable: true };
    await task.gaveUp?.(services, task.payload.parse(payload), failure);
  }

  for (const task of tasks) {
    await jobs.boss.work(
      task.name,
      {
        includeMetadata: true,
        localConcurrency: task.concurrency === "media" ? services.config.workerConcurrency : task.concurrency,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 1,
      },
      async ([job]: JobWithMetadata<Envelope>[]) => {
        if (!job) return;
        const running = runJob(task, job);
        under.add(running);
        try {
          await running;
        } finally {
          under.delete(running);
        }
      },
    );
  }
  const chorePromises = chores.map((chore) => doRegularly(services, chore, stopping.signal));

  return {
    async close() {
      stopping.abort();
      await Promise.allSettled([...under, ...chorePromises]);
      await roster.leave();
    },
  };
}

async function doRegularly(services: Services, chore: Chore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await services.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${CHORE_LOCK}, hashtext(${chore.name})) as mine`.execute(tx);
        if (rows[0]?.mine) await chore.run(services);
      });
    } catch (error) {
      services.log.warn({ err: error, chore: chore.name }, "chore failed");
    }
    await wait(chore.everySeconds * 1_000, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
