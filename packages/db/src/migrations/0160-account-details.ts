import { sql, type Kysely } from "kysely";

/** Who an account's invoices are for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_billing_details (
      account_id bigint primary key references accounts on delete cascade,
      company_name text not null,
      billing_email text not null,
      vat_number text not null,
      street text not null,
      city text not null,
      postcode text not null,
      country text not null,
      po_number text not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
}
