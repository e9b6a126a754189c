import { expect, test } from "vitest";
import { plainVatNumber, VAT_NUMBER } from "./details.ts";

test("a VAT number is taken as people write it", () => {
  expect(["de 123.456.789", "CHE-123.456.789 MWST", "ATU12345678"].map(plainVatNumber)).toEqual([
    "DE123456789",
    "CHE123456789MWST",
    "ATU12345678",
  ]);
  expect(["DE123456789", "DE", "", "DE12/34"].map((text) => VAT_NUMBER.test(text))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
