import { expect, test } from "vitest";
import { stepCounter } from "./counter.ts";

/** Everything a counter shows on its way. */
function way(from: number, to: number): number[] {
  const seen = [from];
  while (seen.at(-1) !== to && seen.length < 200) seen.push(stepCounter(seen.at(-1) ?? to, to));
  return seen;
}

test("a counter goes a fifth of the way at each step, and ends at its figure", () => {
  expect(way(0, 100).slice(0, 4)).toEqual([0, 20, 36, 49]);
  expect(way(0, 100).at(-1)).toBe(100);
  expect(way(50, 3).at(-1)).toBe(3);
  expect(way(0, 412_000_000_000).at(-1)).toBe(412_000_000_000);
  expect(way(0, 0.5)).toEqual([0, 0.5]);
  expect(way(7, 7)).toEqual([7]);
});
