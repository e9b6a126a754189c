import { sql, type Kysely } from "kysely";

/** Whether a livestream's picture fades where one source follows another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column loop_fade boolean not null default false`.execute(db);
}
