import { sql, type Kysely } from "kysely";

/** Further companies that send invoices beside the one of the settings, each with a series of numbers of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sellers (
      id bigint generated always as identity primary key,
      settings jsonb not null,
      -- Begins the numbers of its invoices.
      prefix text not null unique,
      archived_at timestamptz,
      created_at timestamptz not null default now()
    );

    -- Null everywhere: the seller of the settings.
    alter table account_terms add column seller_id bigint references sellers;
    alter table invoices add column seller_id bigint references sellers;
    alter table invoice_series add column seller_id bigint references sellers;

    create or replace function invoice_is_final() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then raise exception 'invoice % was issued and stays', old.number; end if;
      if (new.id, new.account_id, new.kind, new.number, new.period_from, new.period_to, new.currency, new.seller, new.buyer,
          new.lines, new.vat, new.subtotal, new.vat_amount, new.total, new.issued_on, new.issued_at, new.due_on, new.credits,
          new.reason, new.seller_id)
        is distinct from (old.id, old.account_id, old.kind, old.number, old.period_from, old.period_to, old.currency, old.seller,
          old.buyer, old.lines, old.vat, old.subtotal, old.vat_amount, old.total, old.issued_on, old.issued_at, old.due_on,
          old.credits, old.reason, old.seller_id)
      then raise exception 'invoice % was issued and does not change', old.number; end if;
      return new;
    end $$;
  `.execute(db);
}
