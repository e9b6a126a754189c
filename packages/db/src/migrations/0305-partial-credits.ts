import { sql, type Kysely } from "kysely";

/** What credit notes took from an invoice: they may be of a part of it, and take no more than it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invoices
      -- With VAT, in minor units of the currency; the sum of its credit notes.
      add column credited bigint not null default 0;
    update invoices set credited = total where credited_by is not null;
    alter table invoices add constraint invoices_credited check (credited between 0 and greatest(total, 0));

    drop index invoices_unpaid;
    create index invoices_unpaid on invoices (due_on)
      where kind = 'invoice' and credited_by is null and paid < total - credited;
    create index invoices_credits on invoices (credits) where credits is not null;
  `.execute(db);
}
