import { sql, type Kysely } from "kysely";

/** Plans that were made before files had a limit have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update plan_versions set limits = '{"file_gb": null}'::jsonb || limits`.execute(db);
}
