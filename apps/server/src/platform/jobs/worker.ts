import { hostname } from "node:os";
import type { Services } from "../../context.ts";
import { doChores, type Chore } from "./chores.ts";
import { Dispatcher, type DispatchLimits } from "./dispatcher.ts";
import { watchDueJobs } from "./due-jobs.ts";
import { JobRunner } from "./job-runner.ts";
import { TERMINATE_NOTIFICATION } from "./running-tools.ts";
import type { Task } from "./tasks.ts";
import { registerWorker } from "./worker-roster.ts";
import { watchWorkerSettings } from "./worker-settings.ts";
import { WorkerSign } from "./worker-sign.ts";

export interface RunningWorker {
  close(): Promise<void>;
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
  { firstChoresAfterMs = 0 } = {},
): Promise<RunningWorker> {
  const { config, notifications } = services;
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

  const runner = new JobRunner({ services, roster, sign, stopping: stopping.signal });
  const limitsOf = (task: Task): DispatchLimits => {
    const { draining, paused, fair } = settings.now();
    const waits = draining || (paused && task.steered === true);
    return { slots: waits ? 0 : task.concurrency === "media" ? mediaSlots() : task.concurrency, fair };
  };
  for (const task of tasks) {
    const dispatcher = new Dispatcher(
      services,
      task,
      () => limitsOf(task),
      (one, job) => runner.run(one, job),
    );
    dispatchers.set(task.name, dispatcher);
  }
  const forget = notifications.on(TERMINATE_NOTIFICATION, (jobId) => sign.terminateTools(jobId));
  const stopWatching = watchDueJobs(services, dispatchers);
  const mayBegin = () => !settings.now().draining;
  const choring = doChores(services, chores, stopping.signal, { mayBegin, firstAfterMs: firstChoresAfterMs });
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
