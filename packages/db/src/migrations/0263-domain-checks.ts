import { sql, type Kysely } from "kysely";

/** Mail domains are proved again each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table own_provider_domains
      -- When the record was looked for last, and since when it is missing.
      add column checked_at timestamptz,
      add column lost_at timestamptz;
    create index own_provider_people_account on own_provider_people (account_id, last_used_at desc, user_id);
  `.execute(db);
}
