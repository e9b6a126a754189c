import { sql } from "kysely";
import type { Chore } from "../jobs/chores.ts";

/** Days that an event is kept for people who look for what happened. */
export const KEPT_DAYS = 7;
/** Days after which an event is deleted even if a job still refers to it: a job that old has failed for good. */
export const LONGEST_DAYS = 30;
const BATCH = 5_000;

/**
 * Deletes events of the outbox that are older than a week and that no unfinished job of a listener refers to, and every event
 * older than 30 days. Deletes the oldest first, in short statements.
 */
export const trimEvents: Chore = {
  name: "events.trim",
  does: "Deletes old events of the outbox.",
  everySeconds: 3_600,
  async run({ db, clock }) {
    const now = clock.now();
    for (;;) {
      const { numAffectedRows } = await sql`
        with needed as materialized (
          select (data #>> '{payload,eventId}')::bigint as id from pgboss.job
          where state < 'completed' and data #> '{payload,eventId}' is not null)
        delete from events where id in (
          select e.id from events e
          where e.created_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'
            and (e.created_at < ${now}::timestamptz - ${LONGEST_DAYS} * interval '1 day'
              or not exists (select from needed where needed.id = e.id))
          order by e.created_at limit ${BATCH})`.execute(db);
      if (Number(numAffectedRows ?? 0) < BATCH) return;
    }
  },
};
