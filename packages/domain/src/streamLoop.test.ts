import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLoop, loopSchedule, loopSlots, type LoopClock } from "./streamLoop.ts";

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

test("a loop goes on by the clock, whoever is shown it", () => {
  const at = (second: number) =>
    loopSlots(loop([10, 5], { sinceMs: 1_000_000 }), 1_000_000 + second * 1000).next().value;
  expect(at(0)).toEqual({ item: 0, startsAtMs: 1_000_000 });
  expect(at(12)).toEqual({ item: 1, startsAtMs: 1_010_000 });
  expect(at(15)).toEqual({ item: 0, startsAtMs: 1_015_000 });
  expect(at(15 * 1000 + 9)).toEqual({ item: 0, startsAtMs: 16_000_000 });
  expect(at(-1)).toEqual({ item: 1, startsAtMs: 995_000 });
  expect([...loopSlots(loop([]), 0), ...loopSlots(loop([0, 0]), 0)]).toEqual([]);
});

test("what comes next is told with its time", () => {
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

test("whoever asks later is told what was foretold", () => {
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

test("a video plays on each rung of a ladder by its own rendition or the nearest, and what it lacks is told", () => {
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
