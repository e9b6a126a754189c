import { sql, type Kysely } from "kysely";

/**
 * How many rows a search finds is estimated from a sample of their words. With the usual 100 values, a rare word that is
 * by chance among them counts as one in a hundred, and the list is walked for it in place of the index of words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["videos", "uploads", "stream_log"])
    await sql`alter table ${sql.table(table)} alter column words set statistics 1000`.execute(db);
}
