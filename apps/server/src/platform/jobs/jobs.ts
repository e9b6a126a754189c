import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import { isConnectionLost } from "../database/database-away.ts";
import type { Logger } from "../log.ts";
import { NO_TRACING, type Tracing } from "../tracing/tracing.ts";

/** What a sender knows of a task: its queue and the payload of its jobs. */
export interface JobKind<Payload extends object = object> {
  name: string;
  payload: z.ZodType<Payload>;
}

/** What a job row carries: the task's payload, how often it failed, and how often the system ended its run to get memory. */
export interface Envelope {
  payload: object;
  failures: number;
  memoryKills?: number;
  /** `traceparent` of the span that sent it. */
  traceParent?: string;
}

export interface SendOptions {
  /** Higher runs first. */
  priority?: number;
  startAfterSeconds?: number;
  failures?: number;
  memoryKills?: number;
  /** Jobs of one group share the runs that the task allows a group. */
  group?: string;
}

/** The job queue. A job sent in a transaction exists exactly when the transaction commits. */
export interface Jobs {
  send<Payload extends object>(
    on: Executor,
    task: JobKind<Payload>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<void>;
  /** Returns an active job to the queue; a worker takes it within a second. */
  fail(on: Executor, queue: string, jobId: string, reason: string): Promise<void>;
  /** For what takes jobs. */
  readonly boss: PgBoss;
  close(): Promise<void>;
}

/** Sent with each job that is due now; the payload is its queue. */
export const SENT_NOTIFICATION = "job_sent";

// Runs have no time limit: a dead worker is detected by its lock, not by a timeout.
const LONGEST_RUN_SECONDS = 23 * 60 * 60;
/** Requeues after a worker's death do not count as failures, but a job that kills twenty workers fails. */
export const MAXIMUM_REQUEUES = 20;
/** A job that the system ended so often to get memory waits until a person starts it again. */
export const MAXIMUM_MEMORY_KILLS = 2;
/** Far above, because the queue drops a job at its limit silently, and even giving up takes a run. */
const QUEUE_RETRIES = 1_000;

/**
 * Connects to the queue tables and makes sure every one of these tasks has its queue; another gets it with the first job that is sent here.
 * `maintain` is for workers: they also clean up old rows.
 */
export async function openJobs(
  databaseUrl: string,
  tasks: readonly Pick<JobKind, "name">[],
  log: Logger,
  { maintain, tracing = NO_TRACING }: { maintain: boolean; tracing?: Pick<Tracing, "parent"> },
): Promise<Jobs> {
  // Half of what each process loads before the code of its roles; those that send few jobs load it with the first.
  const { fromKysely, PgBoss: Boss } = await import("pg-boss");
  const boss = new Boss({
    connectionString: databaseUrl,
    application_name: "kinora-jobs",
    max: maintain ? 6 : 2,
    supervise: maintain,
    schedule: false,
  });
  // Without the database every queue of the process reports it every second; the notifications log it once.
  boss.on("error", (error) =>
    log[isConnectionLost(error) ? "debug" : "warn"]({ err: error }, "the queue reported an error"),
  );
  await boss.start();
  // Each queue takes a statement under a lock that all processes wait for: most starts find every queue made.
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  const makeQueue = async (name: string) => {
    if (made.has(name)) return;
    const settings = { retryLimit: QUEUE_RETRIES, retryDelay: 0, expireInSeconds: LONGEST_RUN_SECONDS };
    await boss.createQueue(name, settings);
    made.add(name);
  };
  for (const { name } of tasks) await makeQueue(name);
  return {
    boss,
    async send(on, { name }, payload, options = {}) {
      const { failures = 0, memoryKills = 0 } = options;
      await makeQueue(name);
      const traceParent = tracing.parent();
      const envelope: Envelope = {
        payload,
        failures,
        ...(memoryKills > 0 ? { memoryKills } : {}),
        ...(traceParent === null ? {} : { traceParent }),
      };
      await boss.send(name, envelope, {
        db: fromKysely(on),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(options.group === undefined ? {} : { group: { id: options.group } }),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
      });
      if (!options.startAfterSeconds) await sql`select pg_notify(${SENT_NOTIFICATION}, ${name})`.execute(on);
    },
    async fail(on, queue, jobId, reason) {
      await boss.fail(queue, jobId, { message: reason }, { db: fromKysely(on) });
    },
    close: () => boss.stop({ graceful: false }),
  };
}
