import type { Executor, Tx } from "@kinora/db/connect.ts";
import { takeCredit, type Overpaid } from "@kinora/domain/billing/balance.ts";
import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { actorOf } from "../../platform/access/caller.ts";
import { announcePaid } from "./announce-paid.ts";
import type { Invoice } from "./read-invoices.ts";

/** What a seller owes an account: more was paid of invoices than is left of them. */
export interface Balance {
  currency: Currency;
  /** Its name on the newest of these invoices. */
  seller: string;
  /** Minor units, above 0. */
  amount: number;
}

/** The credit of an account by seller and currency, the seller of the settings first. */
export async function readBalances(on: Executor, accountId: number): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select currency, (array_agg(seller->>'name' order by id desc))[1] as seller, sum(paid - (total - credited))::bigint as amount
    from invoices where account_id = ${accountId} and kind = 'invoice' and paid > total - credited
    group by seller_id, currency order by seller_id nulls first, currency`.execute(on);
  return rows;
}

/**
 * Locks the account until the transaction ends: its invoices, payments and credit notes are written one after the other, since a
 * credit changes two invoices.
 */
export const lockAccount = (tx: Tx, accountId: number) =>
  sql`select from accounts where id = ${accountId} for no key update`.execute(tx);

interface Payee {
  id: number;
  account_id: number;
  number: string;
  seller_id: number | null;
  currency: Currency;
  total: number;
  /** `YYYY-MM-DD`. */
  issued_on: string;
}

/**
 * Pays an invoice that was just issued with the account's credit of its seller and currency, the oldest first. The account is locked.
 * Credit of one seller never pays another's invoice, and currencies are not exchanged.
 */
export async function applyCredit(
  services: Pick<Services, "emit">,
  tx: Tx,
  invoice: Payee,
  actor: ReturnType<typeof actorOf>,
): Promise<void> {
  const { rows } = await sql<Overpaid & { number: string }>`
    select id, number, paid - (total - credited) as over from invoices
    where account_id = ${invoice.account_id} and kind = 'invoice' and paid > total - credited
      and seller_id is not distinct from ${invoice.seller_id}::bigint and currency = ${invoice.currency}
    order by id`.execute(tx);
  const taken = takeCredit(rows, invoice.total);
  for (const { id, number, amount } of taken) {
    await moveCredit(tx, {
      from: { id, words: `Deducted from invoice ${invoice.number}` },
      to: { id: invoice.id, words: `Credit of invoice ${number}` },
      amount,
      day: invoice.issued_on,
    });
  }
  const paid = taken.reduce((sum, { amount }) => sum + amount, 0);
  if (paid > 0 && openAmount({ ...invoice, paid, credited: 0 }) <= 0) await announcePaid(services, tx, invoice, actor);
}

/**
 * Returns to the invoices it came from what credit paid of an invoice, so that it can be voided. The account is locked.
 * @returns what is still paid of the invoice: above 0 where money was paid besides.
 */
export async function returnCredit(tx: Tx, invoice: Invoice, day: string): Promise<number> {
  const { rows } = await sql<Overpaid & { number: string }>`
    select other.id, other.number, sum(moved.amount)::bigint as over
    from invoice_payments moved join invoices other on other.id = moved.other_invoice_id
    where moved.invoice_id = ${invoice.id} and other.id < ${invoice.id}
    group by other.id, other.number having sum(moved.amount) > 0 order by other.id`.execute(tx);
  const credit = rows.reduce((sum, { over }) => sum + over, 0);
  if (credit < invoice.paid) return invoice.paid;
  // Less than the credit where a part of it was paid back in money.
  for (const { id, number, amount } of takeCredit(rows, invoice.paid)) {
    await moveCredit(tx, {
      from: { id: invoice.id, words: `Returned to invoice ${number}` },
      to: { id, words: `Returned by invoice ${invoice.number}` },
      amount,
      day,
    });
  }
  return 0;
}

interface Move {
  from: { id: number; words: string };
  to: { id: number; words: string };
  amount: number;
  day: string;
}

/** Writes both payments of a credit: what one invoice gives and the other one gets. */
async function moveCredit(tx: Tx, { from, to, amount, day }: Move): Promise<void> {
  const sides = [
    { ...from, other: to.id, amount: 0 - amount },
    { ...to, other: from.id, amount },
  ];
  for (const { id, words, other, amount: part } of sides) {
    await tx
      .insertInto("invoice_payments")
      .values({
        invoice_id: id,
        other_invoice_id: other,
        amount: part,
        paid_on: day,
        reference: words,
        recorded_by: null,
      })
      .execute();
    await sql`
      update invoices set paid = paid + ${part},
        paid_on = case when paid + ${part} < total - credited then null else coalesce(paid_on, ${day}::date) end
      where id = ${id}`.execute(tx);
  }
}
