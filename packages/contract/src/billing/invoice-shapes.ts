import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import { STORAGE_KINDS, type StorageKind } from "@kinora/domain/billing/meters.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import { z } from "zod";
import { id, moment, paginationShape } from "../shapes.ts";
import { invoiceLine } from "./charges.ts";

export const currency = z.enum(CURRENCIES);

export const invoiceSummary = z.object({
  id: z.number(),
  account_id: z.number(),
  account: z.string(),
  kind: z.enum(["invoice", "credit_note"]),
  number: z.string(),
  /** First and last day. */
  period_from: z.string(),
  period_to: z.string(),
  currency,
  /** Minor units. */
  subtotal: z.number(),
  vat_amount: z.number(),
  total: z.number(),
  paid: z.number(),
  /** What its credit notes took from the total, with VAT. */
  credited: z.number(),
  state: z.enum(INVOICE_STATES),
  issued_on: z.string(),
  due_on: z.string(),
  paid_on: z.string().nullable(),
  /** The credit note that voids it, and for a credit note its invoice. */
  credited_by: z.number().nullable(),
  credits: z.number().nullable(),
});

/** The fields of a seller and of a buyer. */
export const party = {
  name: z.string(),
  email: z.string(),
  vat_number: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
};

/** What one unit of a seller's own currency is in another one. */
export const exchangeRate = { rate: z.number(), day: z.string(), source: z.string() };

export const invoiceShape = invoiceSummary.extend({
  seller: z.object({ ...party, payment: z.string() }),
  buyer: z.object({ ...party, po_number: z.string() }),
  lines: z.array(invoiceLine),
  vat: z.object({
    /** As EN 16931 names them: standard rate, reverse charge, not subject to VAT. */
    category: z.enum(["S", "AE", "O"]),
    /** Hundredths of a percent. */
    rate: z.number(),
    note: z.string().nullable(),
    /** How its amount is stated in the seller's own currency, where that is another one. */
    exchange: z.object({ currency, ...exchangeRate }).optional(),
  }),
  reason: z.string(),
  credits_number: z.string().nullable(),
  /** Whether a credit note voids its invoice; others credit a part of it. */
  voids: z.boolean(),
  /** The credit notes of an invoice, in order; their amounts are negative. */
  credit_notes: z.array(
    invoiceSummary.pick({ id: true, number: true, issued_on: true, subtotal: true, vat_amount: true }).extend({
      lines: z.array(invoiceLine),
      reason: z.string(),
    }),
  ),
  payments: z.array(
    z.object({
      amount: z.number(),
      paid_on: z.string(),
      reference: z.string(),
      recorded_at: moment,
      /** Of credit: the invoice that it came from, or with a negative amount went to. */
      other_invoice_id: z.number().nullable(),
    }),
  ),
});

export const invoiceRows = z.object({
  data: z.array(
    z.object({
      day: z.string(),
      project_id: z.number().nullable(),
      project: z.string().nullable(),
      /** Units of the meter. */
      quantity: z.number(),
      /** Of storage, in the same unit; null for other meters, and where it is not known. */
      kinds: z
        .object(Object.fromEntries(STORAGE_KINDS.map((kind) => [kind, z.number()])) as Record<StorageKind, z.ZodNumber>)
        .nullable(),
    }),
  ),
});

/** Invoices of one seller: that of the settings, or another one by its id. */
export const sellerFilter = z.union([z.literal("settings"), id], "Choose a seller.").optional();

export const invoiceList = z.object({ data: z.array(invoiceSummary), pagination: paginationShape });
export const invoiceFormat = z.enum(["pdf", "xml"]);
