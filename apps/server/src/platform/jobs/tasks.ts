import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../../context.ts";
import type { JobKind } from "./jobs.ts";
import type { RunningTool } from "./running-tools.ts";

/** One run of a task. */
export interface Run {
  jobId: string;
  /** Aborted when the worker shuts down; the job is then requeued, not failed. */
  signal: AbortSignal;
  /** Earlier runs of this job that failed. */
  failures: number;
  /** The media tools it runs now, for superusers to see; none in a run that no worker does. */
  tools?: Set<RunningTool>;
}

/** Work done apart from a request. It may run twice, so a second run must do no harm. */
export interface Task<Payload extends object = object> extends JobKind<Payload> {
  /** Runs of this task side by side in one worker process; `media` is as many as the operator lets it encode at once. */
  concurrency: number | "media";
  /** Runs of one group's jobs side by side in one worker process; as many as there is room for unless said. */
  perGroup?: number;
  /** Transcoding: waits while superusers pause it, and takes turns between accounts, its groups, when they want that. */
  steered?: boolean;
  /** Failed runs after which the task gives up. */
  maximumFailures: number;
  run(services: Services, payload: Payload, run: Run): Promise<void>;
  /** Called once when the task gives up, to record the reason. */
  gaveUp?(services: Services, payload: Payload, failure: VideoFailure): Promise<void>;
}

type TaskOptions<Payload extends object> = Omit<Task<Payload>, "concurrency" | "maximumFailures"> &
  Partial<Pick<Task<Payload>, "concurrency" | "maximumFailures">>;

/** Declares a task once, beside its payload. Fails up to 3 times, one at a time in a worker, unless said otherwise. */
export function task<Payload extends object>(options: TaskOptions<Payload>): Task<Payload> {
  return { concurrency: 1, maximumFailures: 3, ...options };
}

/** Seconds to wait after the n-th failed run: 1, 5, 25, … at most 10 minutes. */
export function retryDelaySeconds(failures: number): number {
  return Math.min(600, 5 ** (failures - 1));
}
