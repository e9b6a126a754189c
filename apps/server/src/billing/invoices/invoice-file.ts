import type { Executor } from "@kinora/db/connect.ts";
import { invoiceBytes, type InvoiceRequest } from "./invoice-bytes.ts";

/** The answer that sends an invoice as a file. @throws Refusal `not_found`. */
export async function invoiceFile(on: Executor, request: InvoiceRequest) {
  const { number, bytes } = await invoiceBytes(on, request);
  return {
    headers: {
      "content-type": request.format === "pdf" ? "application/pdf" : "application/xml; charset=utf-8",
      // Prefix, year and number are letters, digits and dashes.
      "content-disposition": `attachment; filename="${number}.${request.format}"`,
      "cache-control": "no-store",
    },
    body: ReadableStream.from([bytes]),
  };
}
