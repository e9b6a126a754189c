import { sql, type Kysely } from "kysely";

/** A new project keeps deleted videos for 30 days; projects that are there keep what they have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects alter column trash_days set default 30`.execute(db);
}
