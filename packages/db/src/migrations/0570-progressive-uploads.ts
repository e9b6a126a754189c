import { sql, type Kysely } from "kysely";

/** What browsers need to know of an upload that they play while it arrives; null where they cannot, or too little has arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column progressive jsonb`.execute(db);
}
