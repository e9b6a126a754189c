import type { Services } from "../../context.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { GiveUp } from "../refusal.ts";
import type { QueuedJob } from "./dispatcher.ts";
import { MAXIMUM_MEMORY_KILLS, MAXIMUM_REQUEUES } from "./jobs.ts";
import type { RunningTool } from "./running-tools.ts";
import { retryDelaySeconds, type Run, type Task } from "./tasks.ts";
import type { JobRun, Roster } from "./worker-roster.ts";
import type { WorkerSign } from "./worker-sign.ts";

/** What a job is run with. */
interface Running {
  services: Services;
  roster: Roster;
  sign: WorkerSign;
  /** Aborted when the worker shuts down. */
  stopping: AbortSignal;
}

/** Runs a task once; how long it took is in the log and in the metrics. */
async function runMeasured(services: Services, task: Task, payload: unknown, run: Run): Promise<void> {
  const startedAt = performance.now();
  await task.run(services, task.payload.parse(payload), run);
  const milliseconds = Math.round(performance.now() - startedAt);
  services.metrics.observeTask(task.name, "done", milliseconds / 1_000);
  services.log.info({ task: task.name, job: run.jobId, payload, milliseconds }, "task finished");
}

const OUT_OF_MEMORY = "out_of_memory";

/** Whether the system killed what the job ran, to get memory; the code is that of media tools. */
const isOutOfMemory = (error: unknown) => error instanceof Error && "code" in error && error.code === OUT_OF_MEMORY;

function outOfMemory(problem?: unknown): GiveUp {
  if (problem instanceof GiveUp) return problem;
  const message =
    "The server ran out of memory twice while doing this. It waits until it is started again: with more memory, or fewer jobs side by side.";
  return new GiveUp(OUT_OF_MEMORY, message, true);
}

interface FailedRun {
  task: Task;
  job: QueuedJob;
  run: JobRun;
  seconds: number;
}

/** Runs one job after another dispatched to it, and stores how each ended: complete, to be tried again, or requeued. */
export class JobRunner {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  async run(task: Task, job: QueuedJob): Promise<void> {
    const { services, roster, sign, stopping } = this.#running;
    const { id, retryCount } = job;
    const run = { id, retryCount, queue: task.name };
    const tools = sign.begin(id);
    try {
      const counted = await roster.claim(run);
      if (!counted) return;
      const { failures, traceParent: parent = null } = job.data;
      await services.tracing.traced(
        `job ${task.name}`,
        { "kinora.job_id": id, "kinora.failures": failures },
        () => this.#runClaimed(task, job, run, { signal: AbortSignal.any([stopping, counted]), tools }),
        { kind: "consumer", parent },
      );
    } catch (error) {
      // Its end could not be stored. The queue gets this attempt back; if that fails too, the claim says what is left.
      await services.jobs.boss.fail(task.name, run, { message: "its end could not be stored" });
      throw error;
    } finally {
      roster.drop(run);
      sign.end(id);
    }
  }

  /** Returns whether the job's end, or its next attempt, is stored; otherwise another worker has it by now. */
  async #runClaimed(
    task: Task,
    job: QueuedJob,
    run: JobRun,
    { signal, tools }: { signal: AbortSignal; tools: Set<RunningTool> },
  ): Promise<boolean> {
    const { services, roster } = this.#running;
    const { payload, failures } = job.data;
    // Shutting down, or marked dead: the next worker continues where this one stops.
    const stop = () => roster.requeue(run, "the worker is stopping");
    if (signal.aborted) return stop();
    const startedAt = performance.now();
    try {
      if ((job.data.memoryKills ?? 0) >= MAXIMUM_MEMORY_KILLS) throw outOfMemory();
      if (job.retryCount >= MAXIMUM_REQUEUES)
        throw new GiveUp("worker_died", "The worker died too often while doing this.", true);
      await runMeasured(services, task, payload, { jobId: job.id, signal, failures, tools });
    } catch (error) {
      if (signal.aborted) return stop();
      if (isDatabaseAway(error)) return roster.requeue(run, "the database was unavailable");
      return this.#fail({ task, job, run, seconds: (performance.now() - startedAt) / 1_000 }, error);
    }
    return roster.complete(run);
  }

  /** Enqueues the next attempt, or gives the task up. */
  async #fail({ task, job, run, seconds }: FailedRun, problem: unknown): Promise<boolean> {
    const { services, roster } = this.#running;
    const { payload } = job.data;
    const failures = job.data.failures + 1;
    const memoryKills = (job.data.memoryKills ?? 0) + (isOutOfMemory(problem) ? 1 : 0);
    const error = memoryKills >= MAXIMUM_MEMORY_KILLS ? outOfMemory(problem) : problem;
    const givesUp = error instanceof GiveUp || failures >= task.maximumFailures;
    services.log.warn({ err: error, task: task.name, job: job.id, payload, failures, givesUp }, "task failed");
    services.metrics.observeTask(task.name, givesUp ? "gave_up" : "failed", seconds);
    services.tracing.current()?.fail(error);
    if (!givesUp) {
      const again = {
        failures,
        memoryKills,
        priority: job.priority,
        startAfterSeconds: retryDelaySeconds(failures),
        ...(job.groupId ? { group: job.groupId } : {}),
      };
      return roster.complete(run, (tx) => services.jobs.send(tx, task, payload, again));
    }
    const failure =
      error instanceof GiveUp
        ? { code: error.code, message: error.message, retryable: error.retryable }
        : { code: "internal", message: "Something went wrong on our side. Trying again may help.", retryable: true };
    await task.gaveUp?.(services, task.payload.parse(payload), failure);
    return roster.complete(run);
  }
}
