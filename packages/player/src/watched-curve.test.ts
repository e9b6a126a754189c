import { expect, test } from "vitest";
import { curveOf } from "./watched-curve.ts";

test("the curve goes through the middle of each part, level, from edge to edge", () => {
  expect(curveOf([0, 100, 50, 50])).toBe(
    "M0 100L0 100C6.3 100 6.3 100 12.5 100C25 100 25 0 37.5 0C50 0 50 50 62.5 50C75 50 75 50 87.5 50C93.8 50 93.8 50 100 50L100 100Z",
  );
});

test("a single part is a straight line", () => {
  expect(curveOf([100])).toBe("M0 100L0 0C25 0 25 0 50 0C75 0 75 0 100 0L100 100Z");
});
