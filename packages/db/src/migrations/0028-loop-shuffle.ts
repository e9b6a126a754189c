import { sql, type Kysely } from "kysely";

/** A livestream's loop may play every round in an order of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column loop_shuffle boolean not null default false`.execute(db);
}
