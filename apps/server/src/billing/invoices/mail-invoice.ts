import { creditAtIssue } from "@kinora/domain/billing/balance.ts";
import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { mailName } from "../../platform/mail/mail-name.ts";
import { readInvoice, type Invoice } from "./read-invoices.ts";

/** Mails an invoice, a credit note or a reminder to the address of the account's billing details. */
export const mailInvoice = task({
  name: "billing.mail_invoice",
  payload: z.object({ invoiceId: z.number(), reminder: z.boolean() }),
  maximumFailures: 12,
  async run(services, { invoiceId, reminder }) {
    const today = dayIn("UTC", services.clock.now());
    const invoice = await readInvoice(services.db, { id: invoiceId, today });
    // Paid or voided since it was sent to the queue.
    if (reminder && invoice.state !== "overdue" && invoice.state !== "open") return;
    if (invoice.buyer.email === "") return;
    await services.mail.send({ kind: "invoice", to: invoice.buyer.email, ...mailOf(services, invoice, reminder) });
  },
});

function mailOf({ config }: Services, invoice: Invoice, reminder: boolean): { subject: string; text: string } {
  const { number, kind, currency, seller, buyer, period_from: from, period_to: to } = invoice;
  const total = formatMoney(Math.abs(invoice.total), currency);
  const isCredit = kind === "credit_note";
  const subject = isCredit ? `Credit note ${number}` : reminder ? `Reminder: invoice ${number}` : `Invoice ${number}`;
  const credits = invoice.credits_number ?? "";
  const about = isCredit
    ? invoice.voids
      ? `Credit note ${number} voids invoice ${credits}: it credits ${total}.`
      : `Credit note ${number} credits ${total} of invoice ${credits}.`
    : `Invoice ${number} for ${from} to ${to} amounts to ${total}${duePart(invoice)}`;
  const open = formatMoney(openAmount(invoice), currency);
  return {
    subject,
    text: [
      `Dear ${mailName(buyer.name)},`,
      reminder ? `${about}\nBy our records ${open} of it is still open.` : about,
      `Owners of the account read it, and download it as PDF and as an electronic invoice, at\n${config.urls.console}/account/invoices/${String(invoice.id)}`,
      ...(isCredit || seller.payment === "" || creditAtIssue(invoice) >= invoice.total ? [] : [seller.payment]),
      mailName(seller.name),
    ].join("\n\n"),
  };
}

/** When an invoice is due, and what of it credit of earlier ones paid. */
function duePart(invoice: Invoice): string {
  const { currency, total, due_on: due } = invoice;
  const credit = creditAtIssue(invoice);
  if (credit === 0) return ` and is due on ${due}.`;
  if (credit >= total) return ". Credit of earlier invoices pays all of it.";
  const money = (amount: number) => formatMoney(amount, currency);
  return `. Credit of earlier invoices pays ${money(credit)} of it; ${money(total - credit)} are due on ${due}.`;
}
