import { hostname } from "node:os";
import type { JobWithMetadata } from "pg-boss";
import type { Services } from "../../context.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { GiveUp } from "../refusal.ts";
import { doChores, type Chore } from "./chores.ts";
import { watchDueJobs } from "./due-jobs.ts";
import { MAXIMUM_REQUEUES, type Envelope } from "./jobs.ts";
import { retryDelaySeconds, type Task } from "./tasks.ts";
import { registerWorker, type JobRun } from "./worker-roster.ts";

export interface RunningWorker {
  close(): Promise<void>;
}

/** Runs a task once; how long it took is in the log. */
async function runLogged(
  services: Services,
  task: Task,
  payload: unknown,
  run: { jobId: string; signal: AbortSignal; failures: number },
): Promise<void> {
  const startedAt = performance.now();
  await task.run(services, task.payload.parse(payload), run);
  const milliseconds = Math.round(performance.now() - startedAt);
  services.log.info({ task: task.name, job: run.jobId, payload, milliseconds }, "task finished");
}

/** Polling interval for jobs that wait for a run of their group. */
const GROUPED_POLL_SECONDS = 5;
/**
 * Runs every task's jobs until closed. The jobs of a dead worker are requeued by the next worker that checks:
 * at once on the same machine, within seconds from another one.
 */
export async function runTasks(
  services: Services,
  tasks: readonly Task[],
  chores: readonly Chore[],
): Promise<RunningWorker> {
  const { jobs, log } = services;
  const stopping = new AbortController();
  const roster = await registerWorker(
    services,
    hostname(),
    tasks.map(({ name }) => name),
  );

  async function runJob(task: Task, job: JobWithMetadata<Envelope>): Promise<void> {
    const { id, retryCount } = job;
    const run = { id, retryCount, queue: task.name };
    try {
      const counted = await roster.claim(run);
      if (!counted) return;
      const ended = await runClaimed(task, job, run, AbortSignal.any([stopping.signal, counted]));
      // The queue takes a return for the end of the job.
      if (!ended) throw new Error("the run did not end");
    } finally {
      roster.drop(run);
    }
  }

  /** Returns whether the job's end, or its next attempt, is stored. */
  async function runClaimed(
    task: Task,
    job: JobWithMetadata<Envelope>,
    run: JobRun,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { payload, failures } = job.data;
    // Shutting down, or marked dead: the next worker continues where this one stops.
    const stop = () => roster.requeue(run, "the worker is stopping");
    if (signal.aborted) return stop();
    try {
      if (job.retryCount >= MAXIMUM_REQUEUES)
        throw new GiveUp("worker_died", "The worker died too often while doing this.", true);
      await runLogged(services, task, payload, { jobId: job.id, signal, failures });
    } catch (error) {
      if (signal.aborted) return stop();
      if (isDatabaseAway(error)) return roster.requeue(run, "the database was unavailable");
      return failed(task, job, run, error);
    }
    return roster.complete(run);
  }

  async function failed(task: Task, job: JobWithMetadata<Envelope>, run: JobRun, error: unknown): Promise<boolean> {
    const { payload } = job.data;
    const failures = job.data.failures + 1;
    const givesUp = error instanceof GiveUp || failures >= task.maximumFailures;
    log.warn({ err: error, task: task.name, job: job.id, payload, failures, givesUp }, "task failed");
    if (!givesUp) {
      const again = {
        failures,
        priority: job.priority,
        startAfterSeconds: retryDelaySeconds(failures),
        ...(job.groupId ? { group: job.groupId } : {}),
      };
      return roster.complete(run, (tx) => jobs.send(tx, task, payload, again));
    }
    const failure =
      error instanceof GiveUp
        ? { code: error.code, message: error.message, retryable: error.retryable }
        : { code: "internal", message: "Something went wrong on our side. Trying again may help.", retryable: true };
    await task.gaveUp?.(services, task.payload.parse(payload), failure);
    return roster.complete(run);
  }

  const runners = new Map<string, string[]>();
  for (const task of tasks) {
    const ids: string[] = [];
    const count = task.concurrency === "media" ? services.config.workerConcurrency : task.concurrency;
    const { perGroup } = task;
    // The queue counts the runs of a group among the runners of one registration only, and wakes the first of them.
    const registrations = perGroup === undefined ? count : 1;
    const limits = perGroup === undefined ? {} : { localConcurrency: count, localGroupConcurrency: perGroup };
    for (let index = 0; index < registrations; index += 1) {
      const id: string = await jobs.boss.work(
        task.name,
        {
          includeMetadata: true,
          pollingIntervalSeconds: 1,
          // `watchDueJobs` polls for all queues together.
          notifyPollingIntervalSeconds: perGroup === undefined ? 30 : GROUPED_POLL_SECONDS,
          ...limits,
        },
        async ([job]: JobWithMetadata<Envelope>[]) => {
          if (!job) return;
          await runJob(task, job);
          // Where there was one there may be more.
          jobs.boss.notifyWorker(id);
        },
      );
      ids.push(id);
    }
    runners.set(task.name, ids);
  }
  const stopWatching = watchDueJobs(services, runners);
  const choring = doChores(services, chores, stopping.signal);

  return {
    async close() {
      stopping.abort();
      await stopWatching();
      // Waits for running jobs and takes no new ones.
      await Promise.all(tasks.map(({ name }) => jobs.boss.offWork(name, { wait: true })));
      await choring;
      await roster.unregister();
    },
  };
}
