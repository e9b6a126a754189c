import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/**
 * The groups of a queue's jobs that are not next, so that groups take turns: of those with a due job of the highest
 * priority the one with the fewest running jobs is next, and of these the one whose last turn was longest ago.
 */
export async function groupsOutOfTurn(db: Executor, queue: string): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    with due as (
      select group_id, priority, created_on from pgboss.job
      where name = ${queue} and state < 'active' and not blocked and start_after <= now()
    ), waiting as (
      select group_id, min(created_on) as since from due
      where group_id is not null and priority = (select max(priority) from due) group by group_id
    ), busy as (
      select group_id, count(*) as jobs from pgboss.job
      where name = ${queue} and state = 'active' and group_id is not null group by group_id
    )
    select waiting.group_id from waiting
    left join busy on busy.group_id = waiting.group_id
    left join queue_turns turns on turns.queue = ${queue} and turns.group_id = waiting.group_id
    order by coalesce(busy.jobs, 0), turns.taken_at nulls first, waiting.since`.execute(db);
  return rows.slice(1).map(({ group_id: group }) => group);
}

/** Notes that a group had its turn in a queue. */
export async function noteTurn(db: Executor, queue: string, group: string): Promise<void> {
  await sql`
    insert into queue_turns (queue, group_id, taken_at) values (${queue}, ${group}, clock_timestamp())
    on conflict (queue, group_id) do update set taken_at = excluded.taken_at`.execute(db);
}
