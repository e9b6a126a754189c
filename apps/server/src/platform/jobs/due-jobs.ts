import { sql } from "kysely";
import type { Services } from "../../context.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Wakes the runners of every queue with due jobs. The queue itself reports jobs sent for now; scheduled jobs that came due
 * and requeued jobs are found by one query a second for all queues. Returns a function that stops it.
 * @param runners the runner ids of each queue.
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
      .catch((error: unknown) => log.debug({ err: error }, "could not query due jobs"))
      .finally(() => (looking = null));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
