import { sql, type Kysely } from "kysely";

/** A project says where its published videos are shown; null: on their own share pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column published_url_pattern text`.execute(db);
}
