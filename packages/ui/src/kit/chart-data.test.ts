import { expect, test } from "vitest";
import { captioned, rangeOf, stacked, stepOf, tableRows, withGaps } from "./chart-data.ts";

const line = (...values: (number | null)[]) => [{ label: "Bitrate", values }];

test("the line is broken where looks are far apart", () => {
  const { times, series } = withGaps({ times: [1000, 2000, 60_000], series: line(1, 2, 3) }, 12_000);
  expect(times).toEqual([1000, 2000, 2001, 60_000]);
  expect(series[0]?.values).toEqual([1, 2, null, 3]);
  expect(withGaps({ times: [1000, 2000], series: line(1, null) }, 12_000).series[0]?.values).toEqual([1, null]);
});

test("areas stand on top of each other", () => {
  const [, upper] = stacked([...line(1, null, 3), ...line(10, 20, null)]);
  expect(upper?.values).toEqual([11, 20, 3]);
});

test("a chart leaves air above its line, is never flat at nothing, and begins at 0", () => {
  expect(rangeOf(line(100), 1)[1]).toBeCloseTo(115);
  expect(rangeOf(line(null), 4)).toEqual([0, 4]);
  expect(rangeOf(line(-3, 2), 1)[0]).toBe(-3);
});

test("the table behind a chart has a bounded number of rows and the latest among them", () => {
  const times = Array.from({ length: 1000 }, (_, at) => at);
  expect(tableRows(times, 60).length).toBeLessThanOrEqual(60);
  expect(tableRows(times, 60).at(-1)).toBe(999);
  expect(tableRows([5, 6], 60)).toEqual([0, 1]);
});

test("a stack is captioned by its sum, lines by the first of them, and areas differ in their lightness", () => {
  const series = [...line(1, null, 3), ...line(10, 20, null)];
  expect(captioned(series, "stack")).toEqual([11, 20, 3]);
  expect(captioned(series, "lines")).toEqual([1, null, 3]);
  expect(captioned([], "stack")).toEqual([]);
  expect(new Set([0, 1, 2, 3, 4].map(stepOf)).size).toBe(5);
});
