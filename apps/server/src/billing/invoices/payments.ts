import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling, personOf } from "../audit-billing.ts";
import { announcePaid } from "./announce-paid.ts";
import { lockInvoice } from "./credit-notes.ts";
import { readInvoice } from "./read-invoices.ts";

export interface Payment {
  /** Minor units of the invoice's currency; negative for what was paid back. */
  amount: number;
  /** `YYYY-MM-DD`. */
  paidOn: string;
  /** Of the bank or the payment provider. */
  reference: string;
}

/**
 * Records a payment of an invoice. A reference counts once for an invoice, so that a script may send a payment again.
 * @returns whether it was recorded now. @throws Refusal `conflict` for an invoice that is void or a credit note, and for a known
 * reference with another amount; `invalid` at `amount` for more than was paid, paid back.
 */
export const recordPayment = (context: Context, id: number, payment: Payment): Promise<boolean> =>
  context.db.transaction().execute(async (tx) => {
    const accountId = await lockInvoice(tx, id);
    const { amount, paidOn, reference } = payment;
    const invoice = await readInvoice(tx, { id, today: dayIn("UTC", context.clock.now()) });
    const known = invoice.payments.find((each) => each.other_invoice_id === null && each.reference === reference);
    if (known) {
      if (known.amount === amount) return false;
      throw new Refusal("conflict", "There is a payment with this reference and another amount.");
    }
    // Credit that was returned to an invoice which is void by now can be paid back.
    if (invoice.state === "credit" || (invoice.state === "void" && (amount > 0 || invoice.paid === 0)))
      throw new Refusal("conflict", "Payments are recorded of invoices that are not void.");
    const paid = invoice.paid + amount;
    if (paid < 0) {
      const words = "More cannot be paid back than was paid.";
      throw new Refusal("invalid", words, { fields: { amount: [words] } });
    }
    await tx
      .insertInto("invoice_payments")
      .values({ invoice_id: id, amount, paid_on: paidOn, reference, recorded_by: personOf(context) })
      .execute();
    await tx
      .updateTable("invoices")
      .set({ paid, paid_on: openAmount({ ...invoice, paid }) <= 0 ? sql`${paidOn}::date` : null })
      .where("id", "=", id)
      .execute();
    await auditBilling(tx, context, {
      accountId,
      action: "invoice.payment_recorded",
      objectType: "invoice",
      objectId: id,
      objectTitle: invoice.number,
      changes: { amount, currency: invoice.currency, paid_on: paidOn, reference },
    });
    if (openAmount(invoice) > 0 && openAmount({ ...invoice, paid }) <= 0)
      await announcePaid(context, tx, invoice, actorOf(context.caller));
    return true;
  });
