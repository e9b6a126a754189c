import type { invoiceSummary } from "@kinora/contract/billing/invoice-shapes.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { invoiceState, type InvoiceState } from "@kinora/domain/billing/invoice-states.ts";
import type { InvoiceParty } from "@kinora/domain/billing/parties.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import type { Vat } from "@kinora/domain/billing/vat.ts";
import { sql } from "kysely";
import { isNamed } from "../../platform/lists/list-filter.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { every, readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { Refusal } from "../../platform/refusal.ts";

/** An invoice or credit note as lists show it; days are `YYYY-MM-DD`, amounts minor units. */
export interface InvoiceSummary extends RowOf<typeof invoiceSummary> {
  /** Null: the seller of the settings. */
  seller_id: number | null;
}

export interface Invoice extends InvoiceSummary {
  seller: Omit<InvoiceParty, "po_number"> & { payment: string };
  buyer: InvoiceParty;
  lines: InvoiceLine[];
  vat: Vat;
  reason: string;
  /** Number of the invoice of a credit note. */
  credits_number: string | null;
  /** Whether a credit note voids its invoice; others credit a part of it. */
  voids: boolean;
  /** The credit notes of an invoice, in order. */
  credit_notes: Pick<Invoice, "id" | "number" | "issued_on" | "lines" | "subtotal" | "vat_amount" | "reason">[];
  /** Of credit, `other_invoice_id` is the invoice that it came from, or with a negative amount went to. */
  payments: {
    amount: number;
    paid_on: string;
    reference: string;
    recorded_at: string;
    other_invoice_id: number | null;
  }[];
}

export interface InvoicesFilter {
  /** Only of this account. */
  accountId?: number | undefined;
  state?: InvoiceState | undefined;
  /** Only those of one seller, by its id; `settings`: of that of the settings. */
  seller?: number | "settings" | undefined;
  search: string | null;
  /** First and last day of issue, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  today: string;
}

const SUMMARY = sql`i.id, i.account_id, a.name as account, i.seller_id, i.kind, i.number, i.period_from::text, i.period_to::text, i.currency,
  i.subtotal, i.vat_amount, i.total, i.paid, i.credited, i.issued_on::text, i.due_on::text, i.paid_on::text, i.credited_by, i.credits`;

/** The rows of one state, as `invoiceState` tells them apart. */
const inState = (state: InvoiceState, today: string) => {
  if (state === "credit") return sql`i.kind = 'credit_note'`;
  if (state === "void") return sql`i.credited_by is not null`;
  const standing = sql`i.kind = 'invoice' and i.credited_by is null`;
  if (state === "paid") return sql`${standing} and i.paid >= i.total - i.credited`;
  return sql`${standing} and i.paid < i.total - i.credited and i.due_on ${state === "overdue" ? sql`<` : sql`>=`} ${today}::date`;
};

const ofSeller = (seller: number | "settings") =>
  seller === "settings" ? sql`i.seller_id is null` : sql`i.seller_id = ${seller}`;

const FROM = sql`invoices i join accounts a on a.id = i.account_id`;

const wanted = ({ accountId, state, seller, search, from, to, today }: InvoicesFilter) => [
  accountId !== undefined && sql`i.account_id = ${accountId}`,
  state && inState(state, today),
  seller && ofSeller(seller),
  from && sql`i.issued_on >= ${from}::date`,
  to && sql`i.issued_on <= ${to}::date`,
  search && isNamed(search, "i.number", "a.name"),
];

/** Invoices and credit notes, the newest first. */
export async function listInvoices(on: Executor, query: InvoicesFilter & PageQuery) {
  const list = { columns: SUMMARY, from: FROM, where: wanted(query), order: sql`i.id desc` };
  const { data, pagination } = await readPage<Omit<InvoiceSummary, "state">>(on, list, query);
  return { data: data.map((row) => ({ ...row, state: invoiceState(row, query.today) })), pagination };
}

/** The sellers of an account's invoices, each with the name on its newest one; null is that of the settings, which comes first. */
export async function sellersOf(on: Executor, accountId: number): Promise<{ id: number | null; name: string }[]> {
  const { rows } = await sql<{ id: number | null; name: string }>`
    select * from (
      select distinct on (seller_id) seller_id as id, seller->>'name' as name from invoices
      where account_id = ${accountId} order by seller_id, invoices.id desc) sellers
    order by id is not null, lower(name), id`.execute(on);
  return rows;
}

type WithParties = Pick<Invoice, "seller" | "buyer" | "vat">;

/** Those after an id, the oldest first, with seller, buyer and VAT; for callers that read all of them. */
export async function pageOfInvoices(
  on: Executor,
  filter: InvoicesFilter,
  { after, limit }: { after: number; limit: number },
): Promise<(InvoiceSummary & WithParties)[]> {
  const { rows } = await sql<Omit<InvoiceSummary, "state"> & WithParties>`
    select ${SUMMARY}, i.seller, i.buyer, i.vat from ${FROM} where ${every([...wanted(filter), sql`i.id > ${after}`])}
    order by i.id limit ${limit}`.execute(on);
  return rows.map((row) => ({ ...row, state: invoiceState(row, filter.today) }));
}

/** @throws Refusal `not_found`, also for one of another account than `accountId`. */
export async function readInvoice(
  on: Executor,
  { id, accountId, today }: { id: number; accountId?: number | undefined; today: string },
): Promise<Invoice> {
  const { rows } = await sql<Omit<Invoice, "state">>`
    select ${SUMMARY}, i.seller, i.buyer, i.lines, i.vat, i.reason,
      (select number from invoices where id = i.credits) as credits_number,
      coalesce((select credited_by = i.id from invoices where id = i.credits), false) as voids,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'number', number, 'issued_on', issued_on, 'lines', lines,
        'subtotal', subtotal, 'vat_amount', vat_amount, 'reason', reason) order by id) from invoices where credits = i.id), '[]') as credit_notes,
      coalesce((select jsonb_agg(jsonb_build_object('amount', amount, 'paid_on', paid_on, 'reference', reference, 'other_invoice_id', other_invoice_id,
        'recorded_at', to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) from invoice_payments where invoice_id = i.id), '[]') as payments
    from ${FROM} where i.id = ${id} and ${accountId === undefined ? sql`true` : sql`i.account_id = ${accountId}`}`.execute(
    on,
  );
  const [row] = rows;
  if (!row) throw new Refusal("not_found", "There is no such invoice.");
  return { ...row, state: invoiceState(row, today) };
}
