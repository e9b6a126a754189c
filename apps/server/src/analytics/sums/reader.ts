import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { deliverySums } from "./delivery-sums.ts";
import type { ReportSums } from "./report-sums.ts";
import { viewSums } from "./view-sums.ts";

/** What a report reads from: the database within a transaction, and sums. */
export interface Reader {
  db: Executor;
  sums: ReportSums;
}

/** The reader of a report. */
export const readerOf = (db: Executor): Reader => ({ db, sums: reportSums(db) });

/** The questions of reports to the sums. */
export const reportSums = (db: Executor): ReportSums => ({
  ...viewSums(db),
  ...deliverySums(db),
  async firstHour(projectId, source) {
    const [sums, hours] = source === "views" ? ["view_sums", "view_hours"] : ["delivery_sums", "delivery_hours"];
    const { rows } = await sql<{ at: Date | null }>`
      select least(
        (select min(at) from ${sql.table(sums)} where project_id = ${projectId} and step = 'hour' and dimension = ''),
        (select min(hour) from ${sql.table(hours)} where project_id = ${projectId})) as at`.execute(db);
    return rows[0]?.at ?? null;
  },
});
