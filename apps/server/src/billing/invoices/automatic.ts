import { dayIn, monthAfter } from "@kinora/domain/billing/months.ts";
import type { Context, Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { startRun } from "./runs.ts";
import { readBillingSettings } from "./settings.ts";

/**
 * Begins the run of last month's invoices from the day on that the invoice settings name. A month that has a run already, also one that
 * was stopped, is left to people: what a run could not issue lacks something that a second one lacks as well.
 */
export async function issueDueMonth(services: Services): Promise<void> {
  const { db, clock } = services;
  const { automatic_day: day } = await readBillingSettings(db);
  const today = dayIn("UTC", clock.now());
  if (day === null || Number(today.slice(8)) < day) return;
  const month = monthAfter(today.slice(0, 7), -1);
  const known = await db.selectFrom("invoice_runs").select("id").where("month", "=", month).executeTakeFirst();
  if (known) return;
  const system: Context = { ...services, caller: { kind: "anonymous" } };
  await startRun(system, month).catch((error: unknown) => {
    // A superuser began it at the same moment.
    if (!(error instanceof Refusal && error.code === "conflict")) throw error;
  });
}
