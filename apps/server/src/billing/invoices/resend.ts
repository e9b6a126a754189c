import { dayIn } from "@kinora/domain/billing/months.ts";
import type { Context } from "../../context.ts";
import { countMail } from "../../platform/mail/mail-limits.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling } from "../audit-billing.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { readInvoice } from "./read-invoices.ts";

/** Mails an invoice or credit note to its buyer again. @throws Refusal `not_found`, `conflict` for a buyer without an address, `rate_limited` after many mails today. */
export const resendInvoice = (context: Context, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const invoice = await readInvoice(tx, { id, today: dayIn("UTC", context.clock.now()) });
    if (invoice.buyer.email === "") throw new Refusal("conflict", "The buyer of this invoice has no email.");
    await auditBilling(tx, context, {
      accountId: invoice.account_id,
      action: "invoice.resent",
      objectType: "invoice",
      objectId: id,
      objectTitle: invoice.number,
      changes: { to: invoice.buyer.email },
    });
    await countMail(tx, "invoice", { accountId: invoice.account_id, email: invoice.buyer.email }, context.clock.now());
    await context.jobs.send(tx, mailInvoice, { invoiceId: id, reminder: false });
  });
