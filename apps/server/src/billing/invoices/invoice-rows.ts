import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { Refusal } from "../../platform/refusal.ts";
import { kindsInUnits, perUnit, ROWS_MAX, type UsageRow } from "../usage/read-usage.ts";
import { readInvoice } from "./read-invoices.ts";

interface RowsRequest {
  id: number;
  accountId?: number | undefined;
  /** Place of the line on the invoice, from 0. */
  line: number;
  today: string;
}

/** The days that a line of usage was computed from, as they were when the invoice was issued. @throws Refusal `not_found`. */
export async function listInvoiceRows(on: Executor, { id, accountId, line, today }: RowsRequest): Promise<UsageRow[]> {
  const invoice = await readInvoice(on, { id, accountId, today });
  const wanted = invoice.lines[line];
  if (!wanted?.meter) throw new Refusal("not_found", "There are no rows of this line.");
  const { rows } = await sql<UsageRow>`
    with month as (
      select extract(epoch from (first + interval '1 month') at time zone time_zone - first at time zone time_zone) / 3600 as hours
      from account_metering, lateral (select date_trunc('month', ${wanted.from}::date)::timestamp as first) began
      where account_id = ${invoice.account_id})
    select u.day::text, nullif(u.project_id, 0) as project_id, p.name as project, (u.quantity / (${perUnit}))::float8 as quantity,
      ${kindsInUnits}
    from invoice_usage u left join projects p on p.id = u.project_id and p.account_id = ${invoice.account_id}, month
    where u.invoice_id = ${invoice.credits ?? id} and u.meter = ${wanted.meter}
      and u.day >= ${wanted.from}::date and u.day <= ${wanted.to}::date
    order by u.day, u.quantity desc limit ${ROWS_MAX}`.execute(on);
  return rows;
}
