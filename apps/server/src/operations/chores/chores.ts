import type { chore } from "@kinora/contract/advanced/chores.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { CHORE_LOCK, requestChore } from "../../platform/jobs/chore-record.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { Refusal } from "../../platform/refusal.ts";

type ChoreRow = RowOf<typeof chore>;

/** The recurring jobs by their names, and how many workers there are to run them. */
export async function listChores({ db }: Context): Promise<{ data: ChoreRow[]; workers: number }> {
  // A run holds its advisory lock as long as it lasts: one whose worker died does not count as running.
  const { rows } = await sql<ChoreRow>`
    select name, does, every_seconds, started_at, finished_at, duration_ms, failure, next_at,
      requested_at is not null as requested,
      hashtext(name) in (
        select objid::bigint::bit(32)::int from pg_locks
        where locktype = 'advisory' and classid = ${CHORE_LOCK} and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())) as running
    from chores order by name`.execute(db);
  const { workers } = await db
    .selectFrom("workers")
    .select(({ fn }) => fn.countAll<number>().as("workers"))
    .executeTakeFirstOrThrow();
  return { data: rows, workers };
}

/**
 * Has a worker run a recurring job now; while it is asked for already, nothing changes.
 * @throws Refusal `not_found`, or `conflict` when no worker is running.
 */
export const runChore = (context: Context, name: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const chore = await requestChore(tx, name);
    if (chore === null) throw new Refusal("not_found", "There is no such recurring job.");
    if (chore.isAskedAlready) return;
    const worker = await tx.selectFrom("workers").select("id").limit(1).executeTakeFirst();
    if (!worker) throw new Refusal("conflict", "No worker is running. Recurring jobs run when one starts.");
    await audit(tx, {
      accountId: null,
      projectId: null,
      actor: actorOf(context.caller),
      action: "chore.requested",
      objectType: "chore",
      objectId: null,
      objectTitle: name,
    });
  });
