import { sql, type Kysely } from "kysely";

/** An account can demand a second factor of its people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts add column second_factor_required boolean not null default false
  `.execute(db);
}
