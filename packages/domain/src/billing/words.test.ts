import { expect, test } from "vitest";
import { formatAmount } from "./words.ts";

test.each([
  ["projects", 1_000, "1 project"],
  ["projects", 2_000, "2 projects"],
  ["seats", 0, "0 seats"],
  ["encoding_sd", 300, "0.3 minutes"],
  ["traffic", 1_234_500, "1,234.5 GB"],
] as const)("of %s %d thousandths are written %s", (meter, thousandths, words) => {
  expect(formatAmount(meter, thousandths)).toBe(words);
});
