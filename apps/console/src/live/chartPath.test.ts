import { expect, test } from "vitest";
import { chartPath, chartTop } from "./chartPath.ts";

const box = { width: 300, height: 100, end: 300_000, spanMs: 300_000, gapMs: 12_000, top: 10 };

test("the latest look is at the right edge, and the highest value at the top", () => {
  const points = [
    { at: 299_000, value: 0 },
    { at: 300_000, value: 10 },
  ];
  expect(chartPath(points, box)).toBe("M299.0 100.0L300.0 0.0");
});

test("the line is broken where values are not known and where looks are far apart", () => {
  const points = [
    { at: 1000, value: 5 },
    { at: 2000, value: null },
    { at: 3000, value: 5 },
    { at: 60_000, value: 5 },
  ];
  expect(chartPath(points, box).match(/M/g)).toHaveLength(3);
  expect(chartPath(points, { ...box, gapMs: 60_000 }).match(/M/g)).toHaveLength(2);
  expect(chartPath([], box)).toBe("");
});

test("a chart leaves air above its line and is never flat at nothing", () => {
  expect(chartTop([{ at: 0, value: 100 }], 1)).toBeCloseTo(115);
  expect(chartTop([{ at: 0, value: null }], 4)).toBe(4);
});
