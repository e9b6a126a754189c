import { exchanged } from "@kinora/domain/billing/exchange.ts";
import { plainAmount } from "@kinora/domain/billing/money.ts";
import type { Context } from "../../context.ts";
import { csvStream } from "../../platform/http/csv-download.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { auditBilling } from "../audit-billing.ts";
import { pageOfInvoices, type Invoice, type InvoicesFilter } from "./read-invoices.ts";

const COLUMNS = [
  "number",
  "kind",
  "account_id",
  "account",
  "issued_on",
  "due_on",
  "period_from",
  "period_to",
  "currency",
  "subtotal",
  "vat_category",
  "vat_percent",
  "vat",
  "total",
  "paid",
  "paid_on",
  "state",
  "buyer",
  "buyer_country",
  "buyer_vat_number",
  "credited",
  "seller",
  "vat_currency",
  "vat_in_currency",
] as const;

/** Invoices as CSV for bookkeepers, the oldest first; amounts are decimal numbers with a point. */
export async function exportInvoices(context: Context, filter: InvoicesFilter) {
  await auditBilling(context.db, context, {
    accountId: null,
    action: "billing.invoices_exported",
    objectType: "billing",
    objectId: null,
    objectTitle: "",
    changes: { filter },
  });
  return csvStream("invoices.csv", COLUMNS, rows(context, filter));
}

const PAGE = 500;

async function* rows({ db }: Context, filter: InvoicesFilter): AsyncGenerator<Cell[]> {
  for (let after = 0; ;) {
    const page = await pageOfInvoices(db, filter, { after, limit: PAGE });
    for (const invoice of page) {
      // A number: as a text, the minus of a credit note would be guarded as a formula.
      const amount = (value: number) => Number(plainAmount(value, invoice.currency));
      const { seller, buyer, vat } = invoice;
      yield [
        ...[invoice.number, invoice.kind, invoice.account_id, invoice.account, invoice.issued_on, invoice.due_on],
        ...[invoice.period_from, invoice.period_to, invoice.currency, amount(invoice.subtotal), vat.category],
        ...[
          vat.rate / 100,
          amount(invoice.vat_amount),
          amount(invoice.total),
          amount(invoice.paid),
          invoice.paid_on ?? "",
        ],
        ...[invoice.state, buyer.name, buyer.country, buyer.vat_number, amount(invoice.credited), seller.name],
        ...statedVat(invoice),
      ];
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

/** The VAT in the seller's own currency, where the invoice states it. */
function statedVat({
  currency,
  vat_amount: amount,
  vat: { exchange },
}: Pick<Invoice, "currency" | "vat_amount" | "vat">) {
  if (!exchange) return ["", ""];
  return [exchange.currency, Number(plainAmount(exchanged(amount, currency, exchange), exchange.currency))];
}
