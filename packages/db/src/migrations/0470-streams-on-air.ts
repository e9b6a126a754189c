import { sql, type Kysely } from "kysely";

/** Finds what live hosts have on air among all livestreams: they ask at each claim of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index streams_on_air on streams (host) where ingest <> 'none' or on_air <> 'nothing'`.execute(db);
}
