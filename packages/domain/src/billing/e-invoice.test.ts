import { expect, test } from "vitest";
import { hasEInvoice, WITHOUT_E_INVOICE } from "./e-invoice.ts";

test("EN 16931 states amounts with two decimals or none", () => {
  expect(WITHOUT_E_INVOICE).toEqual(["BHD", "JOD", "KWD", "OMR", "TND"]);
  expect(hasEInvoice({ currency: "EUR", vat: {} })).toBe(true);
  expect(hasEInvoice({ currency: "JPY", vat: { exchange: { currency: "EUR" } } })).toBe(true);
  expect(hasEInvoice({ currency: "KWD", vat: {} })).toBe(false);
  expect(hasEInvoice({ currency: "EUR", vat: { exchange: { currency: "TND" } } })).toBe(false);
});
