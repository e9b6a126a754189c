import type { Database } from "@kinora/db/connect.ts";
import { completeProviders } from "@kinora/domain/analytics/providers.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "../../context.ts";

const DAY_MS = 86_400_000;
/** Rows deleted in one statement, so that none holds its locks for long. */
const BATCH = 10_000;

/** What is counted of viewers, with the moment of a row, or its UTC day. */
const FIGURES = [
  ["view_sums", "at"],
  ["view_hours", "hour"],
  ["view_codes", "hour"],
  ["view_sketches", "day"],
  ["video_parts", "day"],
  ["viewers_now", "minute"],
] as const;

/**
 * Deletes the figures of viewers that their projects do not keep. What edges delivered is what accounts pay for, and stays. A page
 * is counted for 30 days, the least that is kept: no view that was deleted is reported again.
 */
export async function deleteOldFigures({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const projects = await db
    .selectFrom("project_analytics")
    .select(["project_id", "settings"])
    .where(sql<boolean>`settings ->> 'kept_days' is not null`)
    .execute();
  for (const { project_id: projectId, settings } of projects) {
    const { kept_days: days } = completeProviders(settings);
    if (days === null) continue;
    const before = new Date(Math.floor(clock.now().getTime() / DAY_MS - days) * DAY_MS);
    for (const [table, column] of FIGURES)
      await inBatches(
        db,
        sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)}
          where project_id = ${projectId} and ${sql.ref(column)} < ${momentOf(column, before)} limit ${BATCH}))`,
      );
    await deleteViews(db, projectId, before);
  }
}

const dayOf = (moment: Date) => sql`${moment.toISOString().slice(0, 10)}::date`;
const momentOf = (column: string, moment: Date) => (column === "day" ? dayOf(moment) : sql`${moment}::timestamptz`);

/** A view that went on after midnight has a part of a kept day in its row alone: the row stays as long as that day. */
const deleteViews = (db: Database, projectId: number, before: Date): Promise<void> =>
  inBatches(
    db,
    sql`delete from views where (day, id) in (select day, id from views
      where project_id = ${projectId} and day < ${dayOf(before)}
        and (hour is null or hour < ${before}) limit ${BATCH})`,
  );

async function inBatches(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await statement.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) return;
  }
}
