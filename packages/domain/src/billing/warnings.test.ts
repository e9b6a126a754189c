import { expect, test } from "vitest";
import { reachedPercent } from "./warnings.ts";

test("the highest part that is used up is named", () => {
  const used = [0, 4_999, 5_000, 7_999, 8_000, 9_999, 10_000, 99_000];
  expect(used.map((usage) => reachedPercent(usage, 10))).toEqual([null, null, 50, 50, 80, 80, 100, 100]);
  expect(reachedPercent(1_000, 0)).toBeNull();
});
