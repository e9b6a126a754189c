import { sql, type Kysely } from "kysely";

/** Plans that were made before transcription had a limit have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update plan_versions set limits = '{"transcribed_minutes": null}'::jsonb || limits`.execute(db);
}
