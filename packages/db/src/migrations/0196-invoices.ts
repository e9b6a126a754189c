import { sql, type Kysely } from "kysely";

/** Invoices, which never change once they are issued, what was paid of them, and the runs that issue a month of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row: who sends invoices, and on which conditions.
    create table billing_settings (
      id integer primary key default 1 check (id = 1),
      settings jsonb not null,
      updated_at timestamptz not null default now()
    );

    create table invoice_series (
      series text primary key,
      last bigint not null
    );

    create table invoices (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts,
      kind text not null check (kind in ('invoice', 'credit_note')),
      number text not null unique,
      period_from date not null,
      -- The last day.
      period_to date not null,
      currency text not null,
      seller jsonb not null,
      buyer jsonb not null,
      lines jsonb not null,
      vat jsonb not null,
      -- In minor units of the currency.
      subtotal bigint not null,
      vat_amount bigint not null,
      total bigint not null,
      issued_on date not null,
      issued_at timestamptz not null default now(),
      issued_by bigint references users on delete set null,
      due_on date not null,
      -- Of a credit note: the invoice it voids, and why.
      credits bigint references invoices,
      reason text not null default '',
      -- What may change later.
      credited_by bigint references invoices,
      paid bigint not null default 0,
      paid_on date,
      reminded_on date,
      check (total = subtotal + vat_amount)
    );
    create unique index invoices_period on invoices (account_id, period_from) where kind = 'invoice' and credited_by is null;
    create index invoices_account on invoices (account_id, id desc);
    create index invoices_unpaid on invoices (due_on) where kind = 'invoice' and credited_by is null and paid < total;

    create function invoice_is_final() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then raise exception 'invoice % was issued and stays', old.number; end if;
      if (new.id, new.account_id, new.kind, new.number, new.period_from, new.period_to, new.currency, new.seller, new.buyer,
          new.lines, new.vat, new.subtotal, new.vat_amount, new.total, new.issued_on, new.issued_at, new.due_on, new.credits,
          new.reason)
        is distinct from (old.id, old.account_id, old.kind, old.number, old.period_from, old.period_to, old.currency, old.seller,
          old.buyer, old.lines, old.vat, old.subtotal, old.vat_amount, old.total, old.issued_on, old.issued_at, old.due_on,
          old.credits, old.reason)
      then raise exception 'invoice % was issued and does not change', old.number; end if;
      return new;
    end $$;
    create trigger invoice_is_final before update or delete on invoices for each row execute function invoice_is_final();

    -- The days that an invoice was computed from, as they were then.
    create table invoice_usage (
      invoice_id bigint not null references invoices,
      meter text not null,
      day date not null,
      project_id bigint not null,
      quantity numeric(38, 0) not null,
      primary key (invoice_id, meter, day, project_id)
    );

    create table invoice_payments (
      id bigint generated always as identity primary key,
      invoice_id bigint not null references invoices,
      -- Minor units; negative for what was paid back.
      amount bigint not null,
      paid_on date not null,
      -- Of the bank or the payment provider: a payment that is sent twice counts once.
      reference text not null,
      recorded_at timestamptz not null default now(),
      recorded_by bigint references users on delete set null,
      unique (invoice_id, reference)
    );

    create table invoice_runs (
      id bigint generated always as identity primary key,
      month text not null,
      started_by bigint references users on delete set null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      cancelled_at timestamptz,
      -- Accounts are done in the order of their ids.
      done_to bigint not null default 0,
      accounts integer not null,
      done integer not null default 0,
      issued integer not null default 0,
      -- [{account_id, account, reason}], at most 100.
      failures jsonb not null default '[]'
    );
    create unique index invoice_runs_open on invoice_runs (month) where finished_at is null;
  `.execute(db);
}
