import { sql, type Kysely } from "kysely";

/** From when on invoices are issued automatically: months before are left to people, also those that were missed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table billing_settings add column automatic_since timestamptz;
    update billing_settings set automatic_since = updated_at where settings->>'automatic_day' is not null;
  `.execute(db);
}
