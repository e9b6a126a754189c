import fc from "fast-check";
import { expect, test } from "vitest";
import { USUAL_VAT_RATES, vatAmount, vatFor } from "./vat.ts";

const SELLER = { country: "DE", vat_number: "DE123456789" };

test.each([
  ["DE", "", "S", 1_900],
  ["DE", "DE987654321", "S", 1_900],
  ["FR", "", "S", 2_000],
  ["FR", "FR12345678901", "AE", 0],
  ["GB", "GB123456789", "O", 0],
  ["US", "", "O", 0],
  ["CH", "CHE123456789", "O", 0],
])("from Germany to %s with the number '%s': %s, %i", (country, number, category, rate) => {
  expect(vatFor(SELLER, { country, vat_number: number }, USUAL_VAT_RATES)).toMatchObject({ category, rate });
});

test("a Swiss seller charges at home, and nobody abroad", () => {
  const seller = { country: "CH", vat_number: "CHE123456789MWST" };
  expect(vatFor(seller, { country: "CH", vat_number: "" }, USUAL_VAT_RATES)).toMatchObject({
    category: "S",
    rate: 810,
  });
  expect(vatFor(seller, { country: "DE", vat_number: "" }, USUAL_VAT_RATES).category).toBe("O");
});

test("a seller without a number charges none and says so; a missing rate is an error", () => {
  const small = { country: "DE", vat_number: "" };
  expect(vatFor(small, { country: "DE", vat_number: "" }, USUAL_VAT_RATES).note).toContain("not registered");
  expect(() => vatFor(SELLER, { country: "FR", vat_number: "" }, { DE: 1_900 })).toThrow("no VAT rate for FR");
});

test("VAT is rounded once, the same for a credit note", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 3_000 }), (base, rate) => {
      const vat = { category: "S" as const, rate, note: null };
      expect(vatAmount(base, vat) + vatAmount(-base, vat)).toBe(0);
      expect(Math.abs(vatAmount(base, vat) - (base * rate) / 10_000)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});
