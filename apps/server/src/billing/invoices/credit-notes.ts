import type { Tx } from "@kinora/db/connect.ts";
import type { Credit } from "@kinora/domain/billing/credits.ts";
import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { Refusal } from "../../platform/refusal.ts";
import { personOf } from "../audit-billing.ts";
import { readMetering } from "../plans/metering.ts";
import { lockSeller } from "../sellers/sellers.ts";
import { announcePaid } from "./announce-paid.ts";
import { lockAccount, returnCredit } from "./balance.ts";
import { insertInvoice, recordIssue } from "./issue.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { readInvoice, type Invoice } from "./read-invoices.ts";

/** An invoice that a credit note is issued for, by the account's calendar. */
export interface Creditable {
  invoice: Invoice;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Locks an invoice that stands. @throws Refusal `not_found`, `conflict` for a credit note and an invoice that is void. */
export async function lockCreditable(context: Context, tx: Tx, id: number): Promise<Creditable> {
  const accountId = await lockInvoice(tx, id);
  const { timeZone } = await readMetering(tx, accountId);
  const today = dayIn(timeZone, context.clock.now());
  const invoice = await readInvoice(tx, { id, today });
  if (invoice.state === "credit") throw new Refusal("conflict", "A credit note can be neither credited nor voided.");
  if (invoice.state === "void") throw new Refusal("conflict", "This invoice is void already.");
  return { invoice, today };
}

/**
 * Issues a credit note with the next number of the series, and mails it. One that leaves nothing of the invoice voids it: the month
 * can be invoiced again, and credit of earlier invoices that paid it goes back to them. One that leaves no more than was paid settles
 * it. @throws Refusal `conflict` for a note that would void an invoice with payments: what was paid is paid back first.
 */
export async function issueCreditNote(
  context: Context,
  tx: Tx,
  { invoice, today }: Creditable,
  credit: Credit,
  reason: string,
): Promise<{ id: number; voids: boolean }> {
  const { id, account_id: accountId } = invoice;
  const issuer = { userId: personOf(context) };
  const total = credit.subtotal + credit.vat_amount;
  const credited = invoice.credited - total;
  const voids = credited === invoice.total;
  if (voids && (await returnCredit(tx, invoice, today)) !== 0)
    throw new Refusal("conflict", "This invoice has payments. Record what was paid back first, as a negative payment.");
  const noteId = await insertInvoice(tx, await lockSeller(tx, invoice.seller_id), {
    account_id: accountId,
    kind: "credit_note",
    seller_id: invoice.seller_id,
    period_from: invoice.period_from,
    period_to: invoice.period_to,
    currency: invoice.currency,
    seller: JSON.stringify(invoice.seller),
    buyer: JSON.stringify(invoice.buyer),
    lines: JSON.stringify(credit.lines),
    vat: JSON.stringify(invoice.vat),
    subtotal: credit.subtotal,
    vat_amount: credit.vat_amount,
    total,
    issued_on: today,
    issued_at: context.clock.now(),
    issued_by: issuer.userId,
    due_on: today,
    credits: id,
    reason,
  });
  const settles = !voids && openAmount(invoice) > 0 && openAmount({ ...invoice, credited }) <= 0;
  await tx
    .updateTable("invoices")
    .set({
      credited,
      ...(voids ? { credited_by: noteId } : {}),
      ...(settles ? { paid_on: sql`${today}::date` } : {}),
    })
    .where("id", "=", id)
    .execute();
  await recordIssue(context, tx, {
    id: noteId,
    accountId,
    issuer,
    action: voids ? "invoice.voided" : "invoice.credited",
    names: { invoice_id: id, credit_note_id: noteId },
    changes: { invoice: invoice.number, reason },
  });
  if (settles) await announcePaid(context, tx, invoice, actorOf(context.caller));
  await context.jobs.send(tx, mailInvoice, { invoiceId: noteId, reminder: false });
  return { id: noteId, voids };
}

/** Locks the invoices of an invoice's account until the transaction ends. @throws Refusal `not_found`. */
export async function lockInvoice(tx: Tx, id: number): Promise<number> {
  const row = await tx.selectFrom("invoices").select("account_id").where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found", "There is no such invoice.");
  await lockAccount(tx, row.account_id);
  return row.account_id;
}
