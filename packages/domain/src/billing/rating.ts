import { METER, METERS, type Meter, type Usage } from "./meters.ts";
import { amountOf, decimalsOf, proportion, RATE_SCALE, type Currency } from "./money.ts";
import type { MeterPrice, PlanVersion } from "./plans.ts";

/** The part of a month in which one agreement held: days `from` up to, without, `to` of `of`, counted from 0. */
export interface Share {
  from: number;
  to: number;
  of: number;
}

/** A line of an invoice. Amounts are in minor units, without VAT. */
export interface InvoiceLine {
  /** `credit` is on credit notes alone. */
  kind: "plan" | "usage" | "discount" | "credit";
  /** Null but for usage. */
  meter: Meter | null;
  /** What it is called: the plan's name; of a credit the title of the line it is of, empty for a sum. */
  name: string;
  /** First and last day it is about, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Thousandths of the meter's unit; 1,000 for the plan, and for a discount hundredths of a percent. */
  quantity: number;
  /** Millionths of the currency for one unit; 0 for plan and discount. */
  rate: number;
  /** Units the tier begins and ends at, counted in thousandths from the first one used; the end is null in the last tier. */
  tier: { from: number; to: number | null } | null;
  amount: number;
  /** Of a credit: the place of the invoice's line that it is of, from 0; absent for a sum. */
  of_line?: number | undefined;
}

/** What of a month's price or quantity falls on a share of it: shares that follow each other add up to the whole. */
export const shareOf = (whole: number, { from, to, of }: Share): number =>
  proportion(whole, to, of) - proportion(whole, from, of);

interface RatedTier {
  quantity: number;
  rate: number;
  tier: { from: number; to: number | null };
  amount: number;
}

/**
 * What a quantity costs, tier by tier (graduated: each unit at the price of the tier it falls in). Included units and the ends of
 * tiers are those of a month, and shrink with the share of it. The first entry is what is included, at no cost.
 */
export function rateUsage(quantity: number, price: MeterPrice, currency: Currency, share: Share): RatedTier[] {
  const included = shareOf(price.included * 1_000, share);
  const bounds = [included, ...price.tiers.map(({ up_to: end }) => endOf(end, included, share))];
  const rates = [0, ...price.tiers.map(({ rate }) => rate)];
  return bounds.flatMap((end, n) => {
    const from = n === 0 ? 0 : (bounds[n - 1] ?? 0);
    const used = Math.max(0, Math.min(quantity, end ?? quantity) - from);
    const rate = rates[n] ?? 0;
    return used === 0
      ? []
      : [{ quantity: used, rate, tier: { from, to: end }, amount: amountOf(used, rate, currency) }];
  });
}

/** The rate of the first unit above what is included. */
export const firstRate = ({ tiers }: MeterPrice): number => tiers[0]?.rate ?? 0;

/**
 * What a quantity of a meter's own units (bytes, milliseconds …) costs at one rate, in minor units, rounded once: no unit is included,
 * and no further tier begins.
 */
export const costAtRate = (meter: Meter, quantity: number, rate: number, currency: Currency): number =>
  proportion(Math.round(quantity), rate * 10 ** decimalsOf(currency), METER[meter].perUnit * RATE_SCALE);

const endOf = (end: number | null, included: number, share: Share): number | null =>
  end === null ? null : included + shareOf(end * 1_000, share);

/** What a plan and the usage of a share of a month cost, line by line. */
export function rateShare(
  { name, currency, price, meters }: Pick<PlanVersion, "name" | "currency" | "price" | "meters">,
  usage: Usage,
  { share, from, to }: { share: Share; from: string; to: string },
): InvoiceLine[] {
  const shared = { name, from, to };
  const plan: InvoiceLine = {
    ...shared,
    kind: "plan",
    meter: null,
    quantity: 1_000,
    rate: 0,
    tier: null,
    amount: shareOf(price, share),
  };
  const used = METERS.flatMap((meter) => {
    const meterPrice = meters[meter];
    if (!meterPrice) return [];
    // People and projects are counted for the days of the share, as the price of the plan is.
    const quantity = meter === "seats" || meter === "projects" ? shareOf(usage[meter], share) : usage[meter];
    return rateUsage(quantity, meterPrice, currency, share).map((tier): InvoiceLine => ({
      ...shared,
      kind: "usage",
      meter,
      ...tier,
    }));
  });
  return [plan, ...used];
}

/** The line that takes a discount of hundredths of a percent from other lines; none for a discount or a sum of 0. */
export function discountLine(lines: readonly InvoiceLine[], discount: number): InvoiceLine[] {
  const sum = sumOf(lines);
  const [first] = lines;
  const last = lines.at(-1);
  if (discount === 0 || sum === 0 || !first || !last) return [];
  const amount = -proportion(sum, discount, 10_000);
  return [
    {
      kind: "discount",
      meter: null,
      name: first.name,
      from: first.from,
      to: last.to,
      quantity: discount,
      rate: 0,
      tier: null,
      amount,
    },
  ];
}

export const sumOf = (lines: readonly Pick<InvoiceLine, "amount">[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
