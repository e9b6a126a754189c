import { minorOf, partsOf } from "@kinora/domain/billing/money.ts";
import { expect, test } from "vitest";
import {
  readExchange,
  readLimits,
  readPrices,
  readRates,
  typedExchange,
  typedPrices,
  typedRates,
} from "./price-form.ts";

const WORDS = { numberWrong: "number", rateWrong: "rate" };

test("typed numbers become whole parts, or nothing", () => {
  expect(["0.005", "12", "0,5", "-1.25"].map((typed) => partsOf(typed, 1_000_000))).toEqual([
    5_000, 12_000_000, 500_000, -1_250_000,
  ]);
  expect(["", "1.2.3", "0.0000001", "abc", "1e3"].map((typed) => partsOf(typed, 1_000_000))).toEqual(
    Array.from({ length: 5 }),
  );
  expect(minorOf("12.34", "EUR")).toBe(1_234);
  expect(minorOf("12.34", "JPY")).toBeUndefined();
  expect(partsOf("0.29", 100)).toBe(29);
});

test("prices survive being typed, and what is mistyped is named by its place", () => {
  const prices = {
    traffic: {
      included: 100,
      tiers: [
        { up_to: 900, rate: 10_000 },
        { up_to: null, rate: 5_000 },
      ],
    },
  };
  const typed = typedPrices(prices);
  expect(readPrices(typed, WORDS)).toEqual({ prices, errors: {} });
  typed.traffic.tiers[0] = { key: 0, up_to: "x", rate: "-1" };
  expect(readPrices(typed, WORDS).errors).toEqual({
    "meters.traffic.tiers.0.up_to": "number",
    "meters.traffic.tiers.0.rate": "rate",
  });
});

test("empty limits are none, and VAT rates are lines", () => {
  const typed = {
    storage_gb: "500",
    file_gb: "",
    projects: "",
    seats: "x",
    live_streams: "",
    rendition_lines: "1080",
    encoded_minutes: "",
    transcribed_minutes: "90",
  };
  expect(readLimits(typed, WORDS)).toEqual({
    limits: {
      storage_gb: 500,
      file_gb: null,
      projects: null,
      seats: null,
      live_streams: null,
      rendition_lines: 1_080,
      encoded_minutes: null,
      transcribed_minutes: 90,
    },
    errors: { "limits.seats": "number" },
  });
  expect(typedRates({ FR: 2_000, CH: 810 })).toBe("CH 8.1\nFR 20");
  expect(readRates("CH 8.1\nfr 20 %\n")).toEqual({ CH: 810, FR: 2_000 });
  expect(readRates("CH")).toBeNull();
});

test("exchange rates are typed as currency, rate, day and source", () => {
  const rates = {
    JPY: { rate: 163_420_000, day: "2030-04-02", source: "ECB" },
    USD: { rate: 1_084_200, day: "2030-04-02", source: "Federal Ministry of Finance" },
  };
  const typed = "JPY 163.42 2030-04-02 ECB\nUSD 1.0842 2030-04-02 Federal Ministry of Finance";
  expect(typedExchange(rates)).toBe(typed);
  expect(readExchange(`  usd 1,0842  2030-04-02 Federal Ministry of Finance \n\nJPY 163.42 2030-04-02 ECB`)).toEqual(
    rates,
  );
  for (const wrong of ["USD", "USD 1.08", "USD 1.08 2030-04-02", "USD 0 2030-04-02 ECB", "EURO 1 2030-04-02 ECB"])
    expect(readExchange(wrong)).toBeNull();
});
