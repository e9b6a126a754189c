import { METERS } from "@kinora/domain/billing/meters.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import { z } from "zod";

/** A line of an invoice or credit note; amounts are minor units without VAT. */
export const invoiceLine = z.object({
  kind: z.enum(["plan", "usage", "discount", "credit"]),
  meter: z.enum(METERS).nullable(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  /** Thousandths of the meter's unit; of a discount, hundredths of a percent. */
  quantity: z.number(),
  /** Millionths of the currency for one unit. */
  rate: z.number(),
  tier: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
  amount: z.number(),
  /** Of a credit: the place of the invoice's line that it is of, from 0; absent for a sum. */
  of_line: z.number().optional(),
});

/** What a month costs, without VAT. */
export const charges = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.enum(CURRENCIES),
  lines: z.array(invoiceLine),
  subtotal: z.number(),
});

/** Credit that pays the next invoices, by seller and currency: more was paid of invoices than is left of them. */
export const balances = z.array(
  z.object({
    currency: z.enum(CURRENCIES),
    /** The seller's name on the newest of these invoices. */
    seller: z.string(),
    /** Minor units. */
    amount: z.number(),
  }),
);
