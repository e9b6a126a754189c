import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { sumDay, type Span } from "./combined-views.ts";
import { sumDeliveries } from "./delivery-sums.ts";

const DAY_MS = 86_400_000;
/** Days that are summed in one run of the task. */
const DAYS = 30;
/** How long after its end a day is summed: what an earlier release counted of it is written then. */
const AFTER_MS = 600_000;

const SOURCES = {
  views: { table: "view_sums", sum: sumDay },
  deliveries: {
    table: "delivery_sums",
    sum: (projectId: number, { from, to }: Span) =>
      sumDeliveries(
        sql`select * from delivery_hours where project_id = ${projectId} and hour >= ${from} and hour < ${to}`,
      ),
  },
} as const;

export type SumsSource = keyof typeof SOURCES;

/** Makes the sums by one dimension of days that were counted before there were any, some days at a time, the oldest first. */
export async function fillSums({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const over = new Date(clock.now().getTime() - AFTER_MS).toISOString().slice(0, 10);
  for (const source of ["views", "deliveries"] as const)
    for (let days = 0; days < DAYS && (await fillNext(db, source, over)); days += 1);
}

async function fillNext(db: Database, source: SumsSource, over: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select next_day::text as day from sums_filled
      where source = ${source} and next_day <= last_day and next_day < ${over}::date for update`.execute(tx);
    const day = rows[0]?.day;
    if (day === undefined) return false;
    const projects = await tx.selectFrom("projects").select("id").execute();
    for (const { id } of projects) await sumAgain(tx, source, id, day);
    await sql`update sums_filled set next_day = next_day + 1 where source = ${source}`.execute(tx);
    return true;
  });
}

/**
 * Makes the sums by one dimension of a project's UTC day again, from what is stored of it; a second time changes nothing. What is
 * counted meanwhile waits for the transaction's end.
 */
export async function sumAgain(tx: Database, source: SumsSource, projectId: number, day: string): Promise<void> {
  const { table, sum } = SOURCES[source];
  const span = { from: new Date(`${day}T00:00:00Z`), to: new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS) };
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
  await sql`delete from ${sql.table(table)}
    where project_id = ${projectId} and step in ('hour', 'day') and at >= ${span.from} and at < ${span.to}`.execute(tx);
  await sum(projectId, span).execute(tx);
}
