import { expect, test } from "vitest";
import { bytesOfLimit, countOfLimit, typedBytes, typedCount } from "./limit-fields.ts";

test.each([
  ["", null],
  [" 0,5 ", 500_000_000],
  ["128", 128_000_000_000],
  ["0", undefined],
  ["129", undefined],
  ["much", undefined],
])("the typed size %o is %o bytes", (typed, bytes) => {
  expect(bytesOfLimit(typed)).toBe(bytes);
});

test.each([
  ["", null],
  ["500", 500],
  ["0", undefined],
  ["1.5", undefined],
  ["501", undefined],
])("the typed number %o is %o uploads", (typed, count) => {
  expect(countOfLimit(typed)).toBe(count);
});

test("a saved limit is shown as it was typed, and none as an empty field", () => {
  expect([typedBytes(500_000_000), typedBytes(null), typedCount(7), typedCount(null)]).toEqual(["0.5", "", "7", ""]);
});
