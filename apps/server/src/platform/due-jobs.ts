import { sql } from "kysely";
import type { Services } from "../context.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Wakes the runners of every queue that has something to do. The queue itself tells of jobs sent for now; those whose
 * time has come, and those that were handed back, are found by one look a second at all queues. Answers how to stop.
 * @param runners for each queue, the ids of what takes its jobs.
 */
export function watchDueJobs(services: Services, runners: ReadonlyMap<string, readonly string[]>): () => Promise<void> {
  const { db, jobs, log } = services;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${[...runners.keys()]}::text[]) as queue (name)
      where exists (
        select from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
      )`.execute(db);
    for (const { name } of rows) for (const id of runners.get(name) ?? []) jobs.boss.notifyWorker(id);
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, "could not look for jobs that are due"))
      .finally(() => (looking = null));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
