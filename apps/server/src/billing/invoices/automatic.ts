import type { Database } from "@kinora/db/connect.ts";
import { dayIn, monthAfter } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { startRun } from "./runs.ts";
import { readBillingSettings } from "./settings.ts";

/**
 * Begins the run of the earliest month without one: last month from the day on that the invoice settings name, and before it those that
 * were missed, because nothing ran between that day and the end of the next month. The first is the month before the one in which the
 * day was set. A month that has a run already, also one that was stopped, is left to people: what a run could not issue lacks
 * something that a second one lacks as well.
 */
export async function issueDueMonth(services: Services): Promise<void> {
  const { db, clock } = services;
  const { automatic_day: day } = await readBillingSettings(db);
  if (day === null) return;
  const today = dayIn("UTC", clock.now());
  const newest = monthAfter(today.slice(0, 7), Number(today.slice(8)) < day ? -2 : -1);
  const month = await earliestMissing(db, newest);
  if (month === null) return;
  const system: Context = { ...services, caller: { kind: "anonymous" } };
  await startRun(system, month).catch((error: unknown) => {
    // A superuser began it at the same moment, or the run of another month is in progress.
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
  });
}

/** The earliest month without a run, from that before invoices became automatic to `newest`; null where each has one. */
async function earliestMissing(db: Database, newest: string): Promise<string | null> {
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM') as month
    from billing_settings, generate_series(
      date_trunc('month', automatic_since at time zone 'UTC') - interval '1 month', ${newest + "-01"}::timestamp, interval '1 month') m
    where not exists (select from invoice_runs where month = to_char(m, 'YYYY-MM'))
    order by m limit 1`.execute(db);
  return rows[0]?.month ?? null;
}
