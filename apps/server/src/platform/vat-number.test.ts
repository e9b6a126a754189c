import { expect, test } from "vitest";
import { vatNumberProblem } from "./vat-number.ts";

test("a VAT number has the format of its country", () => {
  const right = [
    ["DE", "DE123456789"],
    ["FR", "FR12345678901"],
    ["GR", "EL123456789"],
    ["GB", "GB123456789"],
    ["CH", "CHE123456789MWST"],
    ["US", "12-3456789"],
    ["DE", ""],
  ] as const;
  expect(right.map(([country, number]) => vatNumberProblem(number, country))).toEqual(right.map(() => null));
  expect(vatNumberProblem("FR12345678901", "DE")).toBe("This is no VAT number of Germany.");
  expect(vatNumberProblem("DE12345678", "DE")).toBe("This is no VAT number of Germany.");
});
