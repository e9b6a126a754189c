import { z } from "zod";
import { operation, owner } from "../access.ts";
import { csvFile, id, numeral, pageQuery } from "../shapes.ts";
import { invoiceFormat, invoiceList, invoiceRows, invoiceShape, sellerFilter } from "./invoice-shapes.ts";

const tags = ["Billing"];

export const listAccountInvoices = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/invoices",
    tags,
    summary: "The account's invoices, the newest first, with the sellers that sent them.",
  })
  .input(z.object({ account_id: id, ...pageQuery, seller: sellerFilter }))
  .output(
    invoiceList.extend({
      /** Null: the seller of the settings. Each with the name on its newest invoice of the account. */
      sellers: z.array(z.object({ id: z.number().nullable(), name: z.string() })),
    }),
  );

export const getAccountInvoice = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/invoices/{invoice_id}",
    tags,
    summary: "An invoice of the account.",
  })
  .input(z.object({ account_id: id, invoice_id: id }))
  .output(z.object({ data: invoiceShape }));

export const getAccountInvoiceFile = operation(owner("account"))
  .route({
    method: "GET",
    outputStructure: "detailed",
    path: "/accounts/{account_id}/invoices/{invoice_id}/file",
    tags,
    summary: "An invoice of the account as PDF or UBL 2.1.",
  })
  .input(z.object({ account_id: id, invoice_id: id, format: invoiceFormat }))
  .output(csvFile);

export const listAccountInvoiceRows = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/invoices/{invoice_id}/lines/{line}/rows",
    tags,
    summary: "The days by project that a line was computed from; `line` counts from 0.",
  })
  .input(z.object({ account_id: id, invoice_id: id, line: numeral(z.number().int().min(0).max(1_000)) }))
  .output(invoiceRows);
