import { expect, test } from "vitest";
import { dayAfter, daysOf, rangeBefore, rangeProblem, shareOf } from "./reports.ts";

test("a range has both of its ends, and the one before it as many days", () => {
  expect(daysOf("2030-02-27", "2030-03-01")).toBe(3);
  expect(dayAfter("2030-12-31", 1)).toBe("2031-01-01");
  expect(rangeBefore({ from: "2030-03-01", to: "2030-03-07" })).toEqual({ from: "2030-02-22", to: "2030-02-28" });
});

test("a range that is turned around, or too long for its chart, is refused", () => {
  expect(rangeProblem("2030-01-02", "2030-01-01", "day")).toBe("The range ends before it begins.");
  expect(rangeProblem("2030-01-01", "2031-12-31", "month")).toContain("400 days");
  expect(rangeProblem("2030-01-01", "2030-02-15", "hour")).toContain("31 days");
  expect(rangeProblem("2030-01-01", "2030-01-31", "hour")).toBeNull();
  expect([shareOf(1, 4), shareOf(0, 0)]).toEqual([0.25, null]);
});
