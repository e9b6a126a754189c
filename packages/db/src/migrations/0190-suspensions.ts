import { sql, type Kysely } from "kysely";

/** Why and since when an account is suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts add column suspended_reason text, add column suspended_at timestamptz;
    update accounts set suspended_at = now(), suspended_reason = '' where status = 'suspended';
  `.execute(db);
}
