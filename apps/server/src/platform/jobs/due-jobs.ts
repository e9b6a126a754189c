import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { SENT_NOTIFICATION } from "./jobs.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Wakes the dispatcher of every queue with due jobs. A job sent for now is notified; scheduled jobs that came due and
 * requeued jobs are found by one query a second for all queues. Returns a function that stops it.
 */
export function watchDueJobs(services: Services, dispatchers: ReadonlyMap<string, Dispatcher>): () => Promise<void> {
  const { db, log, notifications } = services;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${[...dispatchers.keys()]}::text[]) as queue (name)
      where exists (
        select from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
      )`.execute(db);
    for (const { name } of rows) dispatchers.get(name)?.wake();
  }

  const forget = notifications.on(SENT_NOTIFICATION, (queue) => dispatchers.get(queue)?.wake());
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, "could not query due jobs"))
      .finally(() => (looking = null));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    forget();
    await looking;
  };
}
