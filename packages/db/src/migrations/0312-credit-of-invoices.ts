import { sql, type Kysely } from "kysely";

/** What is left of a paid invoice after credit notes pays the account's next invoice of the same seller and currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of credit: the invoice it came from, or with a negative amount went to. The two payments of one credit add up to 0.
    alter table invoice_payments add column other_invoice_id bigint references invoices;
    alter table invoice_payments add check (other_invoice_id <> invoice_id);
    -- A reference of a bank that is equal to the words of a credit is another payment.
    alter table invoice_payments drop constraint invoice_payments_invoice_id_reference_key;
    create unique index invoice_payments_reference on invoice_payments (invoice_id, reference) where other_invoice_id is null;
    create index invoice_payments_other on invoice_payments (other_invoice_id) where other_invoice_id is not null;
    create index invoices_overpaid on invoices (account_id, id) where kind = 'invoice' and paid > total - credited;
  `.execute(db);
}
