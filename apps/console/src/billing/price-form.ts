import type { ExchangeRates } from "@kinora/domain/billing/exchange.ts";
import { METERS, type Meter } from "@kinora/domain/billing/meters.ts";
import { decimalsOf, partsOf, RATE_SCALE, type Currency } from "@kinora/domain/billing/money.ts";
import { NO_LIMITS, type MeterPrice, type MeterPrices, type PlanLimits } from "@kinora/domain/billing/plans.ts";

/** A meter's price as it is typed. */
export interface TypedPrice {
  charged: boolean;
  included: string;
  /** `key` is that of its fields while tiers come and go. */
  tiers: { key: number; up_to: string; rate: string }[];
}

export type TypedPrices = Record<Meter, TypedPrice>;
export type TypedLimits = Record<keyof PlanLimits, string>;

const UNCHARGED: TypedPrice = { charged: false, included: "0", tiers: [{ key: 0, up_to: "", rate: "" }] };

const decimal = (value: number, parts: number): string => {
  const places = Math.round(Math.log10(parts));
  const text = (value / parts).toFixed(places);
  return places === 0 ? text : text.replace(/\.?0+$/, "");
};

export const typedAmount = (amount: number, currency: Currency): string =>
  (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

export const typedPrices = (prices: MeterPrices): TypedPrices =>
  Object.fromEntries(METERS.map((meter) => [meter, typedPrice(prices[meter])])) as TypedPrices;

const typedPrice = (price: MeterPrice | undefined): TypedPrice =>
  price === undefined
    ? UNCHARGED
    : {
        charged: true,
        included: String(price.included),
        tiers: price.tiers.map(({ up_to: end, rate }, key) => ({
          key,
          up_to: end === null ? "" : String(end),
          rate: decimal(rate, RATE_SCALE),
        })),
      };

export const typedLimits = (limits: PlanLimits): TypedLimits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]: [string, number | null]) => [name, value === null ? "" : String(value)]),
  ) as TypedLimits;

export const limitNames = Object.keys(NO_LIMITS) as (keyof PlanLimits)[];

const UNITS: { [Name in keyof PlanLimits]?: string } = {
  storage_gb: " GB",
  file_gb: " GB",
  rendition_lines: "p",
  encoded_minutes: " min",
  transcribed_minutes: " min",
};

/** What follows a limit's number: ` GB`, `p`; empty for a mere count. */
export const limitUnit = (name: keyof PlanLimits): string => UNITS[name] ?? "";

interface Words {
  numberWrong: string;
  rateWrong: string;
}

/** The typed prices as the server takes them, and what is mistyped, by place: `meters.traffic.tiers.0.rate`. */
export function readPrices(typed: TypedPrices, words: Words): { prices: MeterPrices; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const whole = (value: string, place: string): number => {
    const number = partsOf(value, 1);
    if (number === undefined || number < 0) errors[place] = words.numberWrong;
    return number ?? 0;
  };
  const rate = (value: string, place: string): number => {
    const number = partsOf(value, RATE_SCALE);
    if (number === undefined || number < 0) errors[place] = words.rateWrong;
    return number ?? 0;
  };
  const prices: MeterPrices = {};
  for (const meter of METERS) {
    const { charged, included, tiers } = typed[meter];
    if (!charged) continue;
    const place = `meters.${meter}`;
    prices[meter] = {
      included: whole(included, `${place}.included`),
      tiers: tiers.map((tier, n) => ({
        // The last tier has no end.
        up_to: n === tiers.length - 1 ? null : whole(tier.up_to, `${place}.tiers.${String(n)}.up_to`),
        rate: rate(tier.rate, `${place}.tiers.${String(n)}.rate`),
      })),
    };
  }
  return { prices, errors };
}

/** Typed limits; empty for none. */
export function readLimits(typed: TypedLimits, words: Words): { limits: PlanLimits; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const limits = { ...NO_LIMITS };
  for (const name of limitNames) {
    if (typed[name].trim() === "") continue;
    const number = partsOf(typed[name], 1);
    if (number === undefined || number < 0) errors[`limits.${name}`] = words.numberWrong;
    else limits[name] = number;
  }
  return { limits, errors };
}

/** VAT rates as lines of country and percent. */
export const typedRates = (rates: Record<string, number>): string =>
  Object.entries(rates)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, rate]) => `${country} ${decimal(rate, 100)}`)
    .join("\n");

/** Null for a line that is no country and percent. */
export function readRates(typed: string): Record<string, number> | null {
  const rates: Record<string, number> = {};
  for (const line of typed.split("\n").filter((text) => text.trim() !== "")) {
    const [, country = "", percent = ""] = /^\s*([A-Za-z]{2})\s+([\d.,]+)\s*%?\s*$/.exec(line) ?? [];
    const rate = partsOf(percent, 100);
    if (country === "" || rate === undefined) return null;
    rates[country.toUpperCase()] = rate;
  }
  return rates;
}

export const typedExchange = (rates: ExchangeRates): string =>
  Object.entries(rates)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { rate, day, source }]) => `${currency} ${decimal(rate, RATE_SCALE)} ${day} ${source}`)
    .join("\n");

/** Null for a line that is no currency, rate, day and source. */
export function readExchange(typed: string): ExchangeRates | null {
  const rates: ExchangeRates = {};
  for (const line of typed.split("\n").filter((text) => text.trim() !== "")) {
    const [, currency = "", number = "", day = "", source = ""] =
      /^\s*([A-Za-z]{3})\s+([\d.,]+)\s+(\d{4}-\d{2}-\d{2})\s+(\S.*?)\s*$/.exec(line) ?? [];
    const rate = partsOf(number, RATE_SCALE);
    if (currency === "" || rate === undefined || rate === 0) return null;
    rates[currency.toUpperCase()] = { rate, day, source };
  }
  return rates;
}
