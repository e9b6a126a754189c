import type { Executor } from "@kinora/db/connect.ts";
import { hasEInvoice } from "@kinora/domain/billing/e-invoice.ts";
import { Refusal } from "../../platform/refusal.ts";
import { invoiceXml } from "./invoice-xml.ts";
import { invoicePdf } from "./pdf/invoice-pdf.ts";
import { readInvoice } from "./read-invoices.ts";

export interface InvoiceRequest {
  id: number;
  accountId?: number | undefined;
  today: string;
  format: "pdf" | "xml";
}

/** An invoice as PDF, or as XML that programs read, with its number. @throws Refusal `not_found`, `conflict` for XML of amounts with three decimals. */
export async function invoiceBytes(on: Executor, { format, ...which }: InvoiceRequest) {
  const invoice = await readInvoice(on, which);
  if (format === "xml" && !hasEInvoice(invoice))
    throw new Refusal(
      "conflict",
      "EN 16931 allows two decimals, and amounts of this invoice have three. It is a PDF alone.",
    );
  const bytes = format === "pdf" ? await invoicePdf(invoice) : new TextEncoder().encode(invoiceXml(invoice));
  return { number: invoice.number, bytes };
}
