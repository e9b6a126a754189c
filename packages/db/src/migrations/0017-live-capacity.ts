import { sql, type Kysely } from "kysely";

/** How much of what a live host can encode is in use, and with what it was measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stream_hosts add column ladders_used real not null default 0, add column measured_with text
  `.execute(db);
}
