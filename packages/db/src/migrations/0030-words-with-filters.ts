import { sql, type Kysely } from "kysely";

/**
 * The index on words knows a video's category and whose it is, too: a common word within one of them is found without a
 * look at every row that has the word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index videos_words;
    create index videos_words on videos using gin (project_id, (id >> 16), words gin_trgm_ops, category_key, user_id)
      with (fastupdate = off);
  `.execute(db);
}
