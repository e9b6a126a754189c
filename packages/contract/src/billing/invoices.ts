import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import { METERS } from "@kinora/domain/billing/meters.ts";
import { PRICE_MAX } from "@kinora/domain/billing/plans.ts";
import { composed } from "@kinora/domain/composed.ts";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import {
  created,
  csvFile,
  day,
  id,
  line,
  message,
  moment,
  month,
  numeral,
  pageQuery,
  paginationShape,
} from "../shapes.ts";
import { invoiceLine } from "./charges.ts";
import { currency, invoiceFormat, invoiceList, invoiceRows, invoiceShape, sellerFilter } from "./invoice-shapes.ts";

const tags = ["Billing"];
const filter = {
  state: z.enum(INVOICE_STATES).optional(),
  account: id.optional(),
  seller: sellerFilter,
  search: z.string().overwrite(composed).trim().max(200).optional(),
};

export const listInvoices = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/invoices",
    tags,
    summary: "Invoices and credit notes of all accounts, the newest first.",
  })
  .input(z.object({ ...pageQuery, ...filter }))
  .output(invoiceList);

export const exportInvoices = operation(superuser)
  .route({
    method: "GET",
    outputStructure: "detailed",
    path: "/advanced/invoices/csv",
    tags,
    summary: "The same as CSV for bookkeeping, the oldest first.",
  })
  .input(z.object({ ...filter, from: day().optional(), to: day().optional() }))
  .output(csvFile);

export const previewInvoices = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/invoices/preview",
    tags,
    summary: "What issuing the invoices of a month would do, account by account; nothing is written.",
  })
  .input(z.object({ ...pageQuery, month }))
  .output(
    z.object({
      data: z.array(
        z.object({
          account_id: z.number(),
          account: z.string(),
          invoice: z.object({ id: z.number(), number: z.string() }).nullable(),
          currency: currency.nullable(),
          subtotal: z.number(),
          vat_amount: z.number(),
          total: z.number(),
          problem: z.string().nullable(),
        }),
      ),
      pagination: paginationShape,
    }),
  );

export const listInvoiceRuns = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/invoices/runs",
    tags,
    summary: "The newest 20 runs that issued invoices of a month.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          month: z.string(),
          accounts: z.number(),
          done: z.number(),
          issued: z.number(),
          failures: z.array(z.object({ account_id: z.number(), account: z.string(), reason: z.string() })),
          started_at: moment,
          finished_at: moment.nullable(),
          cancelled_at: moment.nullable(),
        }),
      ),
    }),
  );

export const issueInvoices = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/invoices/runs",
    tags,
    successStatus: 202,
    summary: "Issues the invoices of a month for every account, in the background; those that are there stay.",
  })
  .input(z.object({ month }))
  .output(message.extend({ data: created }));

export const cancelInvoiceRun = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/invoices/runs/{run_id}/cancel",
    tags,
    summary: "Stops a run; what was issued stays.",
  })
  .input(z.object({ run_id: id }))
  .output(message);

export const getInvoice = operation(superuser)
  .route({ method: "GET", path: "/advanced/invoices/{invoice_id}", tags, summary: "An invoice or credit note." })
  .input(z.object({ invoice_id: id }))
  .output(z.object({ data: invoiceShape }));

export const getInvoiceFile = operation(superuser)
  .route({
    method: "GET",
    outputStructure: "detailed",
    path: "/advanced/invoices/{invoice_id}/file",
    tags,
    summary: "An invoice as PDF or UBL 2.1.",
  })
  .input(z.object({ invoice_id: id, format: invoiceFormat }))
  .output(csvFile);

export const listInvoiceRows = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/invoices/{invoice_id}/lines/{line}/rows",
    tags,
    summary: "The days by project that a line was computed from; `line` counts from 0.",
  })
  .input(z.object({ invoice_id: id, line: numeral(z.number().int().min(0).max(1_000)) }))
  .output(invoiceRows);

export const recheckInvoice = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/invoices/{invoice_id}/recheck",
    tags,
    summary: "Computes an invoice again and explains what would differ; the invoice stays as it is.",
  })
  .input(z.object({ invoice_id: id }))
  .output(
    z.object({
      data: z.object({
        subtotal: z.object({ issued: z.number(), now: z.number() }),
        lines: z.array(z.object({ issued: invoiceLine.nullable(), now: invoiceLine.nullable() })),
        days: z.array(
          z.object({
            day: z.string(),
            meter: z.enum(METERS),
            project_id: z.number(),
            issued: z.number(),
            now: z.number(),
          }),
        ),
      }),
    }),
  );

export const voidInvoice = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/invoices/{invoice_id}/void",
    tags,
    summary: "Voids an invoice by a credit note of all that is left of it.",
  })
  .input(z.object({ invoice_id: id, reason: line("Reason", REASON_MAX) }))
  .output(message.extend({ data: created }));

const credited = z.number("Enter an amount.").int("Enter an amount.").min(1, "Enter an amount.").max(PRICE_MAX);

export const creditInvoice = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/invoices/{invoice_id}/credit",
    tags,
    summary: "Credits a part of an invoice by a credit note: a sum, or amounts of its lines, with the invoice's VAT.",
  })
  .input(
    z
      .object({
        invoice_id: id,
        reason: line("Reason", REASON_MAX),
        /** Minor units without VAT. */
        amount: credited.optional(),
        /** Amounts of lines, which are counted from 0; minor units without VAT. In place of `amount`. */
        lines: z
          .array(z.object({ line: z.number().int().min(0).max(1_000), amount: credited }))
          .min(1, "Enter an amount.")
          .max(1_000)
          .optional(),
      })
      .refine(({ amount, lines }) => (amount === undefined) !== (lines === undefined), {
        path: ["amount"],
        message: "Enter an amount, or amounts of lines.",
      }),
  )
  .output(message.extend({ data: created }));

export const resendInvoice = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/invoices/{invoice_id}/resend",
    tags,
    summary: "Mails an invoice to its buyer again.",
  })
  .input(z.object({ invoice_id: id }))
  .output(message);

export const recordInvoicePayment = operation(superuser)
  .route({
    method: "POST",
    path: "/invoices/{invoice_id}/payments",
    tags,
    summary: "Records a payment of an invoice. A reference counts once, so a script may send it again.",
  })
  .input(
    z.object({
      invoice_id: id,
      /** Minor units; negative for what was paid back. */
      amount: z
        .number("Enter an amount.")
        .int("Enter an amount.")
        .min(-PRICE_MAX)
        .max(PRICE_MAX)
        .refine((amount) => amount !== 0, "Enter an amount."),
      paid_on: day("Choose a day."),
      reference: line("Reference", 100),
    }),
  )
  .output(message);
