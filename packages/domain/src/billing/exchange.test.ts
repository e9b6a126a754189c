import { expect, test } from "vitest";
import { exchanged, exchangeFor, MissingExchange } from "./exchange.ts";
import type { Currency } from "./money.ts";

const ECB = { day: "2030-04-02", source: "ECB" };

test.each<[number, Currency, Currency, number, number]>([
  // Worked out by hand: 1,234.56 USD at 1.0842 for a euro are 1,138.683…; JPY has no decimals, KWD three.
  [123_456, "USD", "EUR", 1_084_200, 113_868],
  [-123_456, "USD", "EUR", 1_084_200, -113_868],
  [16_342, "JPY", "EUR", 163_420_000, 10_000],
  [1_234, "EUR", "JPY", 6_119, 2_017],
  [1_000, "KWD", "EUR", 333_000, 300],
  [300, "EUR", "KWD", 3_003_003, 999],
  [1, "USD", "EUR", 2_000_000, 1],
])("%i of %s in %s at %i millionths are %i", (amount, from, currency, rate, result) => {
  expect(exchanged(amount, from, { currency, rate, ...ECB })).toBe(result);
});

test("VAT is stated in the seller's currency only where there is some, in another one", () => {
  const seller = { vat_currency: "EUR" as const, exchange_rates: { USD: { rate: 1_084_200, ...ECB } } };
  const usd = { currency: "USD", vat_amount: 5_61 } as const;
  expect(exchangeFor(seller, usd)).toEqual({ currency: "EUR", rate: 1_084_200, ...ECB });
  expect(exchangeFor(seller, { ...usd, currency: "EUR" })).toBeNull();
  expect(exchangeFor(seller, { ...usd, vat_amount: 0 })).toBeNull();
  expect(exchangeFor({ ...seller, vat_currency: null }, usd)).toBeNull();
  expect(() => exchangeFor(seller, { ...usd, currency: "GBP" })).toThrow(MissingExchange);
});
