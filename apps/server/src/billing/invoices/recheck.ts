import type { Executor } from "@kinora/db/connect.ts";
import type { Meter } from "@kinora/domain/billing/meters.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import { sql } from "kysely";
import { computeCharges } from "./compute.ts";
import { readInvoice } from "./read-invoices.ts";

interface Recheck {
  /** What the invoice says, and what it would say if it were computed now, without VAT. */
  subtotal: { issued: number; now: number };
  /** Lines that only one of the two has, or that have other quantities or amounts. */
  lines: { issued: InvoiceLine | null; now: InvoiceLine | null }[];
  /** Days that the ledger has other quantities of now: they were counted again. In the meter's own units (bytes, milliseconds …). */
  days: { day: string; meter: Meter; project_id: number; issued: number; now: number }[];
}

const DAYS_MAX = 200;

/** Computes an invoice, or that of a credit note, again and explains what would differ; the invoice stays as it is. @throws Refusal `not_found`. */
export async function recheckInvoice(on: Executor, id: number, today: string): Promise<Recheck> {
  const asked = await readInvoice(on, { id, today });
  const invoice = asked.credits === null ? asked : await readInvoice(on, { id: asked.credits, today });
  const charges = await computeCharges(on, invoice.account_id, invoice.period_from.slice(0, 7));
  const now = new Map((charges?.lines ?? []).map((line) => [keyOf(line), line]));
  const issued = new Map(invoice.lines.map((line) => [keyOf(line), line]));
  const lines = [...new Set([...issued.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [issued.get(key) ?? null, now.get(key) ?? null];
    return was?.quantity === is?.quantity && was?.amount === is?.amount ? [] : [{ issued: was, now: is }];
  });
  const { rows: days } = await sql<Recheck["days"][number]>`
    select coalesce(i.day, u.day)::text as day, coalesce(i.meter, u.meter) as meter, coalesce(i.project_id, u.project_id) as project_id,
      coalesce(i.quantity, 0)::float8 as issued, coalesce(u.quantity, 0)::float8 as now
    from (select * from invoice_usage where invoice_id = ${invoice.id}) i
      full join (select * from usage_days where account_id = ${invoice.account_id}
        and day between ${invoice.period_from}::date and ${invoice.period_to}::date) u
      on u.meter = i.meter and u.day = i.day and u.project_id = i.project_id
    where i.quantity is distinct from u.quantity order by 1, 2, 3 limit ${DAYS_MAX}`.execute(on);
  return { subtotal: { issued: invoice.subtotal, now: charges?.subtotal ?? 0 }, lines, days };
}

const keyOf = ({ kind, meter, from, to, rate, tier }: InvoiceLine): string =>
  [kind, meter, from, to, rate, tier?.from].join(" ");
