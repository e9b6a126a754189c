/** Currencies of plans and invoices (ISO 4217). */
export const CURRENCIES = [
  ...(["EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "CAD", "AUD", "JPY", "KRW"] as const),
  ...(["BHD", "JOD", "KWD", "OMR", "TND"] as const),
] as const;
export type Currency = (typeof CURRENCIES)[number];

const DECIMALS: Partial<Record<Currency, number>> = { JPY: 0, KRW: 0, BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 };

/** How many decimals a currency's amounts have (ISO 4217, "minor unit"): 2 for most, 0 for yen and won, 3 for dinars and rials. */
export const decimalsOf = (currency: Currency): number => DECIMALS[currency] ?? 2;

/** A rate counts millionths of a currency's unit: 5,000 of EUR are half a cent. */
export const RATE_SCALE = 1_000_000;

const half = (numerator: bigint, denominator: bigint): bigint => {
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) + denominator;
  const rounded = doubled / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
};

/** `value × times / by`, rounded half away from zero; exact before it is rounded. Takes and gives safe integers. */
export const proportion = (value: number, times: number, by: number): number =>
  Number(half(BigInt(value) * BigInt(times), BigInt(by)));

/**
 * What a quantity costs, in the currency's minor units (cents), rounded half up. A quantity counts thousandths of a unit, a rate
 * millionths of the currency for one unit.
 */
export function amountOf(quantity: number, rate: number, currency: Currency): number {
  const minor = 10n ** BigInt(decimalsOf(currency));
  return Number(half(BigInt(quantity) * BigInt(rate) * minor, 1_000n * BigInt(RATE_SCALE)));
}

/** An amount of minor units as a decimal number without grouping, `1234.50`: for files that programs read. */
export function plainAmount(amount: number, currency: Currency): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** An amount of minor units as people read it, `€1,234.50`. */
export const formatMoney = (amount: number, currency: Currency, locale = "en"): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount / 10 ** decimalsOf(currency));

/** A rate as people read it, with as many decimals as it needs, two at least: `€0.005`. */
export const formatRate = (rate: number, currency: Currency, locale = "en"): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: 6,
  }).format(rate / RATE_SCALE);

/** A typed number in whole parts: "0.005" with 1,000,000 parts is 5,000; undefined for what is no such number. */
export function partsOf(typed: string, parts: number): number | undefined {
  const places = Math.round(Math.log10(parts));
  const match = /^(-?)(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim());
  if (!match) return undefined;
  const [, sign = "", whole = "0", fraction = ""] = match;
  if (fraction.length > places) return undefined;
  const value = Number(whole) * parts + Number(fraction.padEnd(places, "0") || "0");
  return sign === "-" ? 0 - value : value;
}

/** Minor units of a typed amount. */
export const minorOf = (typed: string, currency: Currency): number | undefined =>
  partsOf(typed, 10 ** decimalsOf(currency));
