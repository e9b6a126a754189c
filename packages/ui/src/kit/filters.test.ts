import { expect, test } from "vitest";
import { dayAfter, monthAfter, presetOf, rangeAfter, weeksOf } from "./filters.ts";

test("a month begins on Monday and has its own days only", () => {
  const [first, ...others] = weeksOf("2026-11");
  expect(first).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(others.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf("2027-02")).toHaveLength(4);
  expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
});

test("days and months go over the ends of a year", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});

test("a range that ends today is known by its length", () => {
  expect(presetOf({ from: "2026-11-17", to: undefined }, "2026-11-23")).toBe(7);
  expect(presetOf({ from: "2026-11-23", to: "2026-11-23" }, "2026-11-23")).toBe(1);
  expect(presetOf({ from: "2026-11-17", to: "2026-11-20" }, "2026-11-23")).toBeNull();
  expect(presetOf({ from: undefined, to: "2026-11-23" }, "2026-11-23")).toBeNull();
});

test("two days make a range in either order, and a third begins another", () => {
  const first = rangeAfter({ from: undefined, to: undefined }, "2026-11-10");
  expect(rangeAfter(first, "2026-11-12")).toEqual({ from: "2026-11-10", to: "2026-11-12" });
  expect(rangeAfter(first, "2026-11-02")).toEqual({ from: "2026-11-02", to: "2026-11-10" });
  expect(rangeAfter({ from: "2026-11-10", to: "2026-11-12" }, "2026-11-20")).toEqual({
    from: "2026-11-20",
    to: undefined,
  });
});
