import { sql, type Kysely } from "kysely";

/** Plans that were made before renditions and encoding had limits have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update plan_versions set limits = '{"rendition_lines": null, "encoded_minutes": null}'::jsonb || limits`.execute(
    db,
  );
}
