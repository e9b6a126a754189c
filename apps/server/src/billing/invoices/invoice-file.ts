import type { Executor } from "@kinora/db/connect.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { invoiceXml } from "./invoice-xml.ts";
import { readInvoice } from "./read-invoices.ts";

interface FileRequest {
  id: number;
  accountId?: number | undefined;
  today: string;
  format: "pdf" | "xml";
}

/** An invoice as PDF, or as XML that programs read. @throws Refusal `not_found`. */
export async function invoiceFile(on: Executor, { format, ...which }: FileRequest) {
  const invoice = await readInvoice(on, which);
  const body = format === "pdf" ? await invoicePdf(invoice) : new TextEncoder().encode(invoiceXml(invoice));
  return {
    headers: {
      "content-type": format === "pdf" ? "application/pdf" : "application/xml; charset=utf-8",
      // Prefix, year and number are letters, digits and dashes.
      "content-disposition": `attachment; filename="${invoice.number}.${format}"`,
      "cache-control": "no-store",
    },
    body: ReadableStream.from([body]),
  };
}
