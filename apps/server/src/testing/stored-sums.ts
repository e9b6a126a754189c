import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { sumAgain } from "../analytics/sums/fill-sums.ts";

/** Makes the sums that reports read of rows which a test inserted into `view_hours` and `delivery_hours`. */
export async function sumStored(db: Database, projectId: number): Promise<void> {
  const { rows } = await sql<{ source: "views" | "deliveries"; day: string }>`
    select distinct 'views' as source, (hour at time zone 'UTC')::date::text as day from view_hours where project_id = ${projectId}
    union all
    select distinct 'deliveries', (hour at time zone 'UTC')::date::text from delivery_hours where project_id = ${projectId}`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    for (const { source, day } of rows) await sumAgain(tx, source, projectId, day);
  });
}
