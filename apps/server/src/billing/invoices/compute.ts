import type { Executor } from "@kinora/db/connect.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { dayAfter, daysBetween, daysOf } from "@kinora/domain/billing/months.ts";
import { agreedPrices } from "@kinora/domain/billing/plans.ts";
import { discountLine, rateShare, sumOf, type InvoiceLine } from "@kinora/domain/billing/rating.ts";
import { agreementsIn, listTerms, type Agreement } from "../plans/terms.ts";
import { readUsage } from "../usage/read-usage.ts";

/** What an account owes for a month, without VAT. */
export interface Charges {
  /** First and last day that are charged. */
  from: string;
  to: string;
  currency: Currency;
  lines: InvoiceLine[];
  subtotal: number;
}

/**
 * What an account owes for a month by what was agreed on each of its days; null when it had no plan on any of them. A month in which
 * the agreement changes has the lines of each, with the share of days that each held.
 */
export async function computeCharges(on: Executor, accountId: number, month: string): Promise<Charges | null> {
  const days = daysOf(month);
  const agreements = agreementsIn(await listTerms(on, accountId), days).filter(({ terms }) => terms.plan !== null);
  const [first] = agreements;
  const last = agreements.at(-1);
  if (!first?.terms.plan || !last) return null;
  const lines: InvoiceLine[] = [];
  for (const agreement of agreements) lines.push(...(await chargeFor(on, accountId, agreement, days)));
  const { currency } = first.terms.plan;
  return { from: first.from, to: dayAfter(last.to, -1), currency, lines, subtotal: sumOf(lines) };
}

async function chargeFor(
  on: Executor,
  accountId: number,
  { from, to, terms: { plan, special } }: Agreement,
  month: { from: string; to: string },
): Promise<InvoiceLine[]> {
  if (!plan) return [];
  const share = {
    from: daysBetween(month.from, from),
    to: daysBetween(month.from, to),
    of: daysBetween(month.from, month.to),
  };
  const usage = await readUsage(on, accountId, { from, to });
  const last = dayAfter(to, -1);
  const lines = rateShare({ ...plan, ...agreedPrices(plan, special) }, usage, { share, from, to: last });
  // A discount ends with its last day: a month in which it ends has it, an agreement that begins later does not.
  const isDiscounted = special.discount_until === null || special.discount_until >= from;
  return [...lines, ...discountLine(lines, isDiscounted ? special.discount : 0)];
}
