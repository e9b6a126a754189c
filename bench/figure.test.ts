import { expect, test, vi } from "vitest";
import { print, takePrinted, verdict, type Figure } from "./figure.ts";

const aFigure = (more: Partial<Figure>): Figure => ({
  ...{ what: "first frame", ours: 0.2, unit: "s", beside: null, better: "lower", goal: "none", rounds: 1 },
  ...more,
});
const verdictOf = (more: Partial<Figure>) => verdict(aFigure(more), "kept", "missed");

test.each([
  ["≤ 0.25 s", 0.25, "kept"],
  ["≤ 0.25 s", 0.26, "missed"],
  ["≥ 1,000", 999, "missed"],
  ["≥ 1,000", 1_000, "kept"],
  ["p75 ≤ 0.1 s", 0.2, "missed"],
  ["0", 0, "kept"],
  ["0", 1, "missed"],
  ["none", 1, ""],
] as const)("the goal %s is held against %d", (goal, ours, expected) => {
  expect(verdictOf({ goal, ours })).toBe(expected);
});

test("a goal of two bounds is kept where both are", () => {
  const goal = "≤ 0.25 s and ratio ≥ 0.5";
  expect(verdictOf({ goal, beside: { what: "remux", value: 0.15 } })).toBe("kept");
  expect(verdictOf({ goal, beside: { what: "remux", value: 0.05 } })).toBe("missed");
  expect(verdictOf({ goal, ours: 0.3, beside: { what: "remux", value: 0.3 } })).toBe("missed");
});

test("a goal in another unit, and one of a ratio to nothing, are mistakes", () => {
  expect(() => verdictOf({ goal: "≤ 250 ms" })).toThrow("its goal is not");
  expect(() => verdictOf({ goal: "ratio ≥ 1" })).toThrow("has nothing beside it");
});

test("what was not measured is no figure", () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  expect(() => print(aFigure({ ours: Number.NaN }))).toThrow("was not measured");
  expect(() => print(aFigure({ ours: Number.POSITIVE_INFINITY }))).toThrow("was not measured");
  print(aFigure({ goal: "≤ 0.25 s" }));
  expect(log.mock.lastCall?.[0]).toBe("  first frame: 0.2 s | goal ≤ 0.25 s: kept | one round");
  expect(takePrinted().map(({ ours }) => ours)).toEqual([0.2]);
  expect(takePrinted()).toEqual([]);
  log.mockRestore();
});
