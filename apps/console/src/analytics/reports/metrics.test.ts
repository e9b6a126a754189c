import { expect, test } from "vitest";
import { percentOf } from "./metrics.ts";

test.each([
  [0, 0],
  [0.0004, null],
  [0.0005, 0.1],
  [0.1234, 12.3],
  [1, 100],
])("a share of %d is %s percent: what is little is not nothing", (share, percent) => {
  expect(percentOf(share)).toBe(percent);
});
