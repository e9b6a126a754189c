import { sql, type Kysely } from "kysely";

/** Processor seconds of the media tools of a transcode, all its runs together; null where none was measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transcodes add column cpu_seconds double precision`.execute(db);
}
