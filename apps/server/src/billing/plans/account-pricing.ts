import { dayIn, daysBetween, daysOf, monthAfter } from "@kinora/domain/billing/months.ts";
import { agreedPrices, type PlanVersion, type SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { discountLine, rateShare, sumOf } from "@kinora/domain/billing/rating.ts";
import type { Context } from "../../context.ts";
import { missingAccount } from "../../platform/access/account.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readBalances } from "../invoices/balance.ts";
import { computeCharges, type Charges } from "../invoices/compute.ts";
import { readUsage } from "../usage/read-usage.ts";
import { readMetering } from "./metering.ts";
import { lastPlanRequest, openPlanRequest, requestablePlans } from "./plan-requests.ts";
import { currentTerms, invoicedTo, listTerms } from "./terms.ts";

/** What was agreed with an account, and its last month and this one with what they cost. @throws Refusal `not_found`. */
export async function readAccountPricing({ db, clock }: Context, accountId: number) {
  const account = await db.selectFrom("accounts").select(["id", "name"]).where("id", "=", accountId).executeTakeFirst();
  if (!account) throw missingAccount();
  const { timeZone } = await readMetering(db, accountId);
  const thisMonth = dayIn(timeZone, clock.now()).slice(0, 7);
  const months = await Promise.all(
    [monthAfter(thisMonth, -1), thisMonth].map(async (month) => ({
      month,
      usage: await readUsage(db, accountId, daysOf(month)),
      charges: await computeCharges(db, accountId, month),
    })),
  );
  return {
    account,
    time_zone: timeZone,
    invoiced_to: await invoicedTo(db, accountId),
    current_id: (await currentTerms(db, accountId, clock.now()))?.id ?? null,
    request: await openPlanRequest(db, accountId),
    terms: await listTerms(db, accountId),
    balances: await readBalances(db, accountId),
    months,
  };
}

/** What last month would have cost with a plan and special terms, had they held on all its days. @throws Refusal `invalid` at `plan_id`. */
export async function previewPricing(
  { db, clock }: Context,
  accountId: number,
  { planId, special }: { planId: number; special: SpecialTerms },
): Promise<Charges> {
  const plan: PlanVersion | undefined = await db
    .selectFrom("plan_versions")
    .select(["name", "currency", "price", "meters", "limits"])
    .where("plan_id", "=", planId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  const unknown = "Choose a plan that is offered.";
  if (!plan) throw new Refusal("invalid", unknown, { fields: { plan_id: [unknown] } });
  const { timeZone } = await readMetering(db, accountId);
  const month = monthAfter(dayIn(timeZone, clock.now()).slice(0, 7), -1);
  const { from, to } = daysOf(month);
  const days = daysBetween(from, to);
  const last = `${month}-${String(days)}`;
  const usage = await readUsage(db, accountId, { from, to });
  const lines = rateShare({ ...plan, ...agreedPrices(plan, special) }, usage, {
    share: { from: 0, to: days, of: days },
    from,
    to: last,
  });
  const all = [...lines, ...discountLine(lines, special.discount)];
  return { from, to: last, currency: plan.currency, lines: all, subtotal: sumOf(all) };
}

/** The plan of an account for its owners: what it includes, what of it was used this month, and the invoice as of now. */
export async function readAccountPlan({ db, clock }: Context, accountId: number) {
  const { timeZone } = await readMetering(db, accountId);
  const month = dayIn(timeZone, clock.now()).slice(0, 7);
  const terms = await currentTerms(db, accountId, clock.now());
  return {
    plan: terms?.plan ?? null,
    special: terms?.plan ? terms.special : null,
    month,
    time_zone: timeZone,
    usage: await readUsage(db, accountId, daysOf(month)),
    charges: await computeCharges(db, accountId, month),
    balances: await readBalances(db, accountId),
    request: await lastPlanRequest(db, accountId),
    requestable: await requestablePlans(db),
  };
}
