import { sql, type Kysely } from "kysely";

/** Webhooks that report the videos and livestreams of some categories, or some livestreams only, and have headers of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks
      -- Empty: of all of them. Ids of rows that are gone match nothing.
      add column category_ids bigint[] not null default '{}',
      add column stream_ids bigint[] not null default '{}',
      -- Names and values as JSON: values may be secrets.
      add column headers_sealed bytea;
  `.execute(db);
}
