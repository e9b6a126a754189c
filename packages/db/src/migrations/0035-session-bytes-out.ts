import { sql, type Kysely } from "kysely";

/** What viewers of a livestream's session were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_sessions add column bytes_out bigint not null default 0`.execute(db);
}
