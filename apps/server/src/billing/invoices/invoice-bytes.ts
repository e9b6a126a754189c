import type { Executor } from "@kinora/db/connect.ts";
import { invoiceXml } from "./invoice-xml.ts";
import { invoicePdf } from "./pdf/invoice-pdf.ts";
import { readInvoice } from "./read-invoices.ts";

export interface InvoiceRequest {
  id: number;
  accountId?: number | undefined;
  today: string;
  format: "pdf" | "xml";
}

/** An invoice as PDF, or as XML that programs read, with its number. @throws Refusal `not_found`. */
export async function invoiceBytes(on: Executor, { format, ...which }: InvoiceRequest) {
  const invoice = await readInvoice(on, which);
  const bytes = format === "pdf" ? await invoicePdf(invoice) : new TextEncoder().encode(invoiceXml(invoice));
  return { number: invoice.number, bytes };
}
