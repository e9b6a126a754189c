import { decimalsOf, proportion, RATE_SCALE, type Currency } from "./money.ts";

/** What one unit of a seller's own currency is in another one. */
export interface ExchangeRate {
  /** Millionths of the other currency's unit: 1,084,200 of USD for a euro. */
  rate: number;
  /** The day it was published for, `YYYY-MM-DD`. */
  day: string;
  /** Who published it. */
  source: string;
}

/** Rates by the other currency (ISO 4217). */
export type ExchangeRates = Record<string, ExchangeRate>;

/** The rate that an invoice's VAT is stated with in its seller's own currency. */
export interface Exchange extends ExchangeRate {
  currency: Currency;
}

/** Millionths: a million units for one. */
export const EXCHANGE_RATE_MAX = 1_000_000 * RATE_SCALE;

/** An amount of minor units in the currency of an exchange, rounded half away from zero. */
export const exchanged = (amount: number, from: Currency, { currency, rate }: Exchange): number =>
  proportion(amount, RATE_SCALE * 10 ** decimalsOf(currency), rate * 10 ** decimalsOf(from));

/**
 * The exchange of an invoice: null where its currency is its seller's own, and where there is no VAT to state (Directive 2006/112/EC,
 * article 230). @throws MissingExchange without a rate of the invoice's currency.
 */
export function exchangeFor(
  { vat_currency: own, exchange_rates: rates }: { vat_currency: Currency | null; exchange_rates: ExchangeRates },
  { currency, vat_amount: amount }: { currency: Currency; vat_amount: number },
): Exchange | null {
  if (own === null || own === currency || amount === 0) return null;
  const rate = rates[currency];
  if (!rate) throw new MissingExchange(currency, own);
  return { currency: own, ...rate };
}

/** A seller that states VAT in its own currency has no rate of an invoice's. */
export class MissingExchange extends Error {
  constructor(currency: Currency, own: Currency) {
    super(`The seller's exchange rates lack ${currency} for 1 ${own}.`);
  }
}
