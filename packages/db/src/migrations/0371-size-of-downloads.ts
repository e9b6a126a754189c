import { sql, type Kysely } from "kysely";

/** The size of a rendition's MP4, which has the sound too; null for those written before, whose size is near the sum of both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table renditions add column download_bytes bigint`.execute(db);
}
