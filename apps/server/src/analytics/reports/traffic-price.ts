import type { Executor } from "@kinora/db/connect.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { agreedPrices } from "@kinora/domain/billing/plans.ts";
import { costAtRate, firstRate } from "@kinora/domain/billing/rating.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";

/** What the account pays for traffic above the included. */
interface TrafficPrice {
  currency: Currency;
  /** Millionths of the currency for a gigabyte. */
  rate: number;
}

/** That price by the terms of today; null for people who do not own the account, and where traffic has no price. */
export async function trafficPrice(on: Executor, { accountId, owner }: ProjectGrant): Promise<TrafficPrice | null> {
  if (!owner) return null;
  const terms = await on
    .selectFrom("account_prices")
    .select(["currency", "price", "meters", "special"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!terms || terms.currency === null || terms.price === null || terms.meters === null) return null;
  const { traffic } = agreedPrices({ price: terms.price, meters: terms.meters }, terms.special).meters;
  return traffic ? { currency: terms.currency, rate: firstRate(traffic) } : null;
}

/** In minor units. */
interface Cost {
  amount: number;
  currency: Currency;
}

/** Rows with what their bytes cost at a price; without one, rows as they are. */
export const withCost = <Row extends { bytes: number }>(
  price: TrafficPrice | null,
  rows: readonly Row[],
): (Row & { cost?: Cost })[] =>
  price === null
    ? [...rows]
    : rows.map((row) => ({
        ...row,
        cost: { amount: costAtRate("traffic", row.bytes, price.rate, price.currency), currency: price.currency },
      }));
