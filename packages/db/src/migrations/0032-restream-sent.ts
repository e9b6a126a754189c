import { sql, type Kysely } from "kysely";

/** What a restream target is being sent; null while it is not connected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_restreams add column sent_kbps integer`.execute(db);
}
