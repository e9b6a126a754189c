import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLoop, loopSchedule, loopSlots, nearestStartMs, sinceAfterChange, type LoopClock } from "./stream-loop.ts";

const loop = (seconds: readonly number[], rest: Partial<LoopClock> = {}): LoopClock => ({
  seconds,
  sinceMs: 0,
  shuffle: false,
  ...rest,
});

/** The first `count` videos from a moment on. */
const slots = (clock: LoopClock, nowMs: number, count: number) =>
  loopSchedule(clock, { nowMs, untilMs: Infinity, most: count });
const played = (...asked: Parameters<typeof slots>): number[] => slots(...asked).map(({ item }) => item);

test("a loop's position follows the clock, whether it is on air or not", () => {
  const at = (second: number) =>
    loopSlots(loop([10, 5], { sinceMs: 1_000_000 }), 1_000_000 + second * 1000).next().value;
  expect(at(0)).toEqual({ item: 0, startsAtMs: 1_000_000 });
  expect(at(12)).toEqual({ item: 1, startsAtMs: 1_010_000 });
  expect(at(15)).toEqual({ item: 0, startsAtMs: 1_015_000 });
  expect(at(15 * 1000 + 9)).toEqual({ item: 0, startsAtMs: 16_000_000 });
  expect(at(-1)).toEqual({ item: 1, startsAtMs: 995_000 });
  expect([...loopSlots(loop([]), 0), ...loopSlots(loop([0, 0]), 0)]).toEqual([]);
});

test("the next videos are listed with their times", () => {
  expect(loopSchedule(loop([10, 5]), { nowMs: 12_000, untilMs: 60_000, most: 3 })).toEqual([
    { item: 1, startsAtMs: 10_000 },
    { item: 0, startsAtMs: 15_000 },
    { item: 1, startsAtMs: 25_000 },
  ]);
  expect(played(loop([10, 0, 5]), 0, 3)).toEqual([0, 2, 0]);
  expect(loopSchedule(loop([10]), { nowMs: 0, untilMs: 25_000, most: 99 })).toHaveLength(3);
});

test("shuffled, every round has each video once in an order of its own, and none follows itself", () => {
  const clock = loop([4, 0, 6, 5, 7, 8], { shuffle: true, sinceMs: 1_790_000_000_000 });
  const rounds = Array.from({ length: 200 }, (_, round) => played(clock, clock.sinceMs + round * 30_000, 5));
  for (const round of rounds) expect(round.toSorted((a, b) => a - b)).toEqual([0, 2, 3, 4, 5]);
  const row = rounds.flat();
  expect(row.filter((item, at) => item === row[at + 1])).toEqual([]);
  // Each of the five begins a good share of rounds.
  for (const item of [0, 2, 3, 4, 5]) expect(rounds.filter(([first]) => first === item).length).toBeGreaterThan(20);
  expect(played(loop([4, 6], { shuffle: true }), 0, 4)).toEqual([0, 1, 0, 1]);
});

test("later calls get the same order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 }).filter((all) => all.some(Boolean)),
      fc.boolean(),
      fc.integer({ min: -1000, max: 100_000 }),
      fc.nat(30),
      (seconds, shuffle, second, later) => {
        const clock = loop(seconds, { shuffle, sinceMs: 1_790_000_000_000 });
        const foretold = slots(clock, clock.sinceMs + second * 1000, later + 5).slice(later);
        const [next] = foretold;
        expect(slots(clock, next?.startsAtMs ?? 0, 5)).toEqual(foretold);
      },
    ),
  );
});

test("a video plays on each rung with its own rendition or the nearest, and missing rungs are listed", () => {
  const rendition = (pixels: number) => ({ label: `${pixels}p`, shortSidePixels: pixels });
  expect(fitLoop([360, 720], [rendition(720), rendition(360), rendition(1080)])).toEqual({
    rungs: [
      { rung: "360p", rendition: "360p" },
      { rung: "720p", rendition: "720p" },
    ],
    missing: [],
  });
  expect(fitLoop([360, 720], [rendition(360), rendition(1080)])?.missing).toEqual(["720p"]);
  expect(fitLoop([360, 720, 1080], [rendition(360)])?.missing).toEqual([]);
  expect(fitLoop([], [rendition(360), rendition(1080), rendition(1440)])?.rungs).toEqual([
    { rung: "source", rendition: "1080p" },
  ]);
  expect(fitLoop([360], [])).toBeNull();
});

/** What plays from 15 s on, as ids with their starts, after a change of a loop of 10 s videos that began at 0. */
function afterChange(before: readonly number[], after: readonly number[], count: number) {
  const tens = (ids: readonly number[]) => ids.map(() => 10);
  const old = { ...loop(tens(before)), ids: before };
  const changed = { ids: after, seconds: tens(after), shuffle: false };
  const sinceMs = sinceAfterChange(old, changed, 15_000);
  return slots(loop(tens(after), { sinceMs }), 20_000, count).map(({ item, startsAtMs }) => [after[item], startsAtMs]);
}

test.each([
  ["a video is added after it", [1, 2, 3], [1, 2, 4, 3], [4, 3]],
  ["a video before it is removed", [1, 2, 3], [2, 3], [3, 2]],
  ["it is removed", [1, 2, 3], [1, 3], [3, 1]],
  ["it and what follows are removed", [1, 2, 3], [4, 1], [1, 4]],
  ["it becomes the last one", [1, 2, 3], [3, 1, 2], [3, 1]],
  ["everything is replaced", [1, 2, 3], [7, 8], [7, 8]],
  ["it comes twice", [1, 2, 1, 2], [1, 2, 3, 2], [3, 2]],
] as const)("a changed loop lets the video on air end when %s", (_change, before, after, next) => {
  // The second video is on air until 20 s.
  expect(afterChange(before, after, 2)).toEqual([
    [next[0], 20_000],
    [next[1], 30_000],
  ]);
});

test("a shuffled loop begins a new round when the video on air has ended", () => {
  const old = { ...loop([10, 10]), ids: [1, 2] };
  expect(sinceAfterChange(old, { ids: [1, 2, 3], seconds: [10, 10, 10], shuffle: true }, 15_000)).toBe(20_000);
  expect(sinceAfterChange({ ...loop([]), ids: [] }, { ids: [1], seconds: [10], shuffle: false }, 15_000)).toBe(15_000);
});

test("the start nearest to a moment is found on either side of it", () => {
  expect(nearestStartMs(loop([10, 5]), 9_000)).toBe(10_001);
  expect(nearestStartMs(loop([10, 5]), 11_000)).toBe(10_001);
  expect(nearestStartMs(loop([10, 5]), 13_500)).toBe(15_001);
  expect(nearestStartMs(loop([0]), 13_500)).toBeNull();
});
