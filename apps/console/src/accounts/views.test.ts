import { expect, test } from "vitest";
import { monthAfter, thisMonth } from "./views.ts";

test("months follow each other over the end of the year", () => {
  expect([monthAfter("2030-12", 1), monthAfter("2030-01", -1), monthAfter("2030-06", 0)]).toEqual([
    "2031-01",
    "2029-12",
    "2030-06",
  ]);
  expect(thisMonth(new Date("2030-01-31T23:59:00Z"))).toBe("2030-01");
});
