import { hostname } from "node:os";
import type { Services } from "../../context.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { GiveUp } from "../refusal.ts";
import { doChores, type Chore } from "./chores.ts";
import { Dispatcher, type DispatchLimits, type QueuedJob } from "./dispatcher.ts";
import { watchDueJobs } from "./due-jobs.ts";
import { MAXIMUM_REQUEUES } from "./jobs.ts";
import { TERMINATE_NOTIFICATION, type RunningTool } from "./running-tools.ts";
import { retryDelaySeconds, type Run, type Task } from "./tasks.ts";
import { registerWorker, type JobRun } from "./worker-roster.ts";
import { watchWorkerSettings } from "./worker-settings.ts";
import { WorkerSign } from "./worker-sign.ts";

export interface RunningWorker {
  close(): Promise<void>;
}

/** Runs a task once; how long it took is in the log. */
async function runLogged(services: Services, task: Task, payload: unknown, run: Run): Promise<void> {
  const startedAt = performance.now();
  await task.run(services, task.payload.parse(payload), run);
  const milliseconds = Math.round(performance.now() - startedAt);
  services.log.info({ task: task.name, job: run.jobId, payload, milliseconds }, "task finished");
}

/**
 * Runs every task's jobs until closed. The jobs of a dead worker are requeued by the next worker that checks:
 * at once on the same machine, within seconds from another one. What superusers want of this worker (to drain it, its
 * slots, to pause transcoding) holds within seconds.
 */
export async function runTasks(
  services: Services,
  tasks: readonly Task[],
  chores: readonly Chore[],
): Promise<RunningWorker> {
  const { config, jobs, log, notifications } = services;
  const stopping = new AbortController();
  const name = config.workerName ?? hostname();
  const dispatchers = new Map<string, Dispatcher>();
  const wakeAll = () => dispatchers.forEach((dispatcher) => dispatcher.wake());
  const settings = await watchWorkerSettings(services, name, wakeAll);
  const mediaSlots = () => settings.now().slots ?? config.workerConcurrency;
  const disk = () => services.diskSpace(config.dataDir);
  const sign = new WorkerSign({ name, host: hostname(), slots: mediaSlots, disk });
  const roster = await registerWorker(
    services,
    sign,
    tasks.map((task) => task.name),
  );

  async function runJob(task: Task, job: QueuedJob): Promise<void> {
    const { id, retryCount } = job;
    const run = { id, retryCount, queue: task.name };
    const tools = sign.begin(id);
    try {
      const counted = await roster.claim(run);
      if (!counted) return;
      await runClaimed(task, job, run, { signal: AbortSignal.any([stopping.signal, counted]), tools });
    } catch (error) {
      // Its end could not be stored. The queue gets this attempt back; if that fails too, the claim says what is left.
      await jobs.boss.fail(task.name, run, { message: "its end could not be stored" });
      throw error;
    } finally {
      roster.drop(run);
      sign.end(id);
    }
  }

  /** Returns whether the job's end, or its next attempt, is stored; otherwise another worker has it by now. */
  async function runClaimed(
    task: Task,
    job: QueuedJob,
    run: JobRun,
    { signal, tools }: { signal: AbortSignal; tools: Set<RunningTool> },
  ): Promise<boolean> {
    const { payload, failures } = job.data;
    // Shutting down, or marked dead: the next worker continues where this one stops.
    const stop = () => roster.requeue(run, "the worker is stopping");
    if (signal.aborted) return stop();
    try {
      if (job.retryCount >= MAXIMUM_REQUEUES)
        throw new GiveUp("worker_died", "The worker died too often while doing this.", true);
      await runLogged(services, task, payload, { jobId: job.id, signal, failures, tools });
    } catch (error) {
      if (signal.aborted) return stop();
      if (isDatabaseAway(error)) return roster.requeue(run, "the database was unavailable");
      return failed(task, job, run, error);
    }
    return roster.complete(run);
  }

  async function failed(task: Task, job: QueuedJob, run: JobRun, error: unknown): Promise<boolean> {
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

  const limitsOf = (task: Task): DispatchLimits => {
    const { draining, paused, fair } = settings.now();
    const waits = draining || (paused && task.steered === true);
    return { slots: waits ? 0 : task.concurrency === "media" ? mediaSlots() : task.concurrency, fair };
  };
  for (const task of tasks) dispatchers.set(task.name, new Dispatcher(services, task, () => limitsOf(task), runJob));
  const forget = notifications.on(TERMINATE_NOTIFICATION, (jobId) => sign.terminateTools(jobId));
  const stopWatching = watchDueJobs(services, dispatchers);
  const choring = doChores(services, chores, stopping.signal, () => !settings.now().draining);
  wakeAll();

  return {
    async close() {
      stopping.abort();
      forget();
      await stopWatching();
      // Waits for running jobs and takes no new ones.
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.close()));
      await Promise.all([choring, settings.stop()]);
      await roster.unregister();
    },
  };
}
