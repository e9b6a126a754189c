import { expect, test } from "vitest";
import { amountOf, CURRENCIES, decimalsOf, formatMoney, minorOf, plainAmount } from "./money.ts";

test("amounts have the decimals that their currency has", () => {
  for (const currency of CURRENCIES) {
    const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
    expect(decimalsOf(currency), currency).toBe(maximumFractionDigits);
  }
});

test("an amount of three decimals is computed, written and read to the last of them", () => {
  // 2.5 units at 0.0015 dinars.
  expect(amountOf(2_500, 1_500, "KWD")).toBe(4);
  expect([plainAmount(1_234_567, "KWD"), plainAmount(-5, "KWD"), plainAmount(0, "BHD")]).toEqual([
    "1234.567",
    "-0.005",
    "0.000",
  ]);
  expect(formatMoney(1_234_567, "KWD").replaceAll("\u00a0", " ")).toBe("KWD 1,234.567");
  expect([minorOf("1.234", "KWD"), minorOf("1.2345", "KWD"), minorOf("1.5", "KRW")]).toEqual([
    1_234,
    undefined,
    undefined,
  ]);
});
