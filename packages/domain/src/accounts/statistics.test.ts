import { expect, test } from "vitest";
import { atMonthEnd } from "./statistics.ts";

test.each([
  [100, 0.25, 400],
  [0, 0.5, 0],
  [100, 0.09, null],
  [100, 1, null],
])("%d after %d of a month come to %s at its end", (amount, elapsed, expected) => {
  expect(atMonthEnd(amount, elapsed)).toBe(expected);
});
