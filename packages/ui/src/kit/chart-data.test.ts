import { expect, test } from "vitest";
import {
  captioned,
  fillOf,
  levelsOf,
  rangeOf,
  roundUp,
  stacked,
  stepOf,
  tableRows,
  ticksOf,
  withGaps,
  withoutLast,
} from "./chart-data.ts";

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

test("a chart reaches from 0 to a round number, is never flat at nothing, and has what is below 0", () => {
  expect(rangeOf(line(100), 1)).toEqual([0, 100]);
  expect(rangeOf(line(101), 1)).toEqual([0, 200]);
  expect(rangeOf(line(null), 4)).toEqual([0, 4]);
  expect(rangeOf(line(-3, 2), 1)).toEqual([-4, 2]);
  expect(levelsOf([0, 40])).toEqual([0, 20, 40]);
  expect(levelsOf([-4, 2])).toEqual([-4, 0, 2]);
});

test.each([
  [1, 1, 2],
  [3, 1, 4],
  [5, 1, 6],
  [9.1, 1, 10],
  [11, 1, 20],
  [35.6, 1, 40],
  [0.3, 1, 0.3],
  [0.7, 0.01, 0.8],
  [0.95, 0.01, 1],
  [4000, 3600, 7200],
  [1_300_000, 1, 2_000_000],
])("%d in units of %d is drawn up to %d, whose half is as round", (value, unit, top) => {
  expect(roundUp(value, unit)).toBeCloseTo(top, 9);
});

const DAY_MS = 86_400_000;
const days = (count: number) => Array.from({ length: count }, (_, day) => day * DAY_MS);

test("four weeks are named by the week, a week by the day, and an hour by the quarter", () => {
  expect(ticksOf(days(28), 0, 27 * DAY_MS)).toEqual([7, 14, 21].map((day) => ({ at: day * DAY_MS, daily: true })));
  expect(ticksOf(days(7), 0, 6 * DAY_MS).map(({ at }) => at / DAY_MS)).toEqual([1, 2, 3, 4, 5]);
  expect(ticksOf([0, 10_000], 0, 3_600_000).map(({ at }) => at / 60_000)).toEqual([10, 20, 30, 40, 50]);
  expect(ticksOf([], 0, 1)).toEqual([]);
});

test("no two ticks have the same name, and none is near an end", () => {
  expect(ticksOf([0, 2000], 20_000, 110_000).map(({ at }) => at / 60_000)).toEqual([1]);
  expect(ticksOf([0, 2000], 61_000, 119_000)).toEqual([]);
  expect(ticksOf([0, 2000], 0, 70_000)).toEqual([]);
});

test("the part of a line that is not over is a line of its own from the point before it", () => {
  const { done, rest } = withoutLast({ times: [1, 2, 3], series: line(4, 5, 6) });
  expect(done[0]?.values).toEqual([4, 5, null]);
  expect(rest[0]?.values).toEqual([null, 5, 6]);
});

test("the table of a chart has a bounded number of rows and the latest among them", () => {
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
  for (const shadeOf of [stepOf, fillOf]) expect(new Set([0, 1, 2, 3, 4].map(shadeOf)).size).toBe(5);
});
