import type { Tx } from "@kinora/db/connect.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { personOf } from "../audit-billing.ts";
import { readMetering } from "../plans/metering.ts";
import { insertInvoice, recordIssue } from "./issue.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { readInvoice } from "./read-invoices.ts";
import { readBillingSettings } from "./settings.ts";

/**
 * Voids an invoice by a credit note of all its lines, with a number of the same series: together they are 0. The month can then be
 * invoiced again.
 * @throws Refusal `conflict` for a credit note, an invoice that is void, and one that was paid: what was paid is paid back first.
 */
export const voidInvoice = (context: Context, id: number, reason: string): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    const issuer = { userId: personOf(context) };
    const accountId = await lockInvoice(tx, id);
    const { timeZone } = await readMetering(tx, accountId);
    const today = dayIn(timeZone, context.clock.now());
    const invoice = await readInvoice(tx, { id, today });
    if (invoice.state === "credit") throw new Refusal("conflict", "A credit note cannot be voided.");
    if (invoice.state === "void") throw new Refusal("conflict", "This invoice is void already.");
    if (invoice.paid !== 0)
      throw new Refusal(
        "conflict",
        "This invoice has payments. Record what was paid back first, as a negative payment.",
      );
    const creditId = await insertInvoice(tx, await readBillingSettings(tx), {
      account_id: accountId,
      kind: "credit_note",
      period_from: invoice.period_from,
      period_to: invoice.period_to,
      currency: invoice.currency,
      seller: JSON.stringify(invoice.seller),
      buyer: JSON.stringify(invoice.buyer),
      lines: JSON.stringify(invoice.lines.map((line) => ({ ...line, amount: 0 - line.amount }))),
      vat: JSON.stringify(invoice.vat),
      subtotal: 0 - invoice.subtotal,
      vat_amount: 0 - invoice.vat_amount,
      total: 0 - invoice.total,
      issued_on: today,
      issued_at: context.clock.now(),
      issued_by: issuer.userId,
      due_on: today,
      credits: id,
      reason,
    });
    await tx.updateTable("invoices").set({ credited_by: creditId }).where("id", "=", id).execute();
    await recordIssue(context, tx, {
      id: creditId,
      accountId,
      issuer,
      action: "invoice.voided",
      names: { invoice_id: id, credit_note_id: creditId },
      changes: { invoice: invoice.number, reason },
    });
    await context.jobs.send(tx, mailInvoice, { invoiceId: creditId, reminder: false });
    return creditId;
  });

/** Locks the invoice until the transaction ends. @throws Refusal `not_found`. */
export async function lockInvoice(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{
    account_id: number;
  }>`select account_id from invoices where id = ${id} for update`.execute(tx);
  if (!rows[0]) throw new Refusal("not_found", "There is no such invoice.");
  return rows[0].account_id;
}
