import { expect, test } from "vitest";
import { fitLoop, loopPosition, loopSchedule } from "./streamLoop.ts";

test("a loop goes on by the clock, whoever is shown it", () => {
  const at = (second: number) => loopPosition([10, 5], 1_000_000, 1_000_000 + second * 1000);
  expect(at(0)).toEqual({ item: 0, offsetSeconds: 0 });
  expect(at(12)).toEqual({ item: 1, offsetSeconds: 2 });
  expect(at(15)).toEqual({ item: 0, offsetSeconds: 0 });
  expect(at(15 * 1000 + 9)).toEqual({ item: 0, offsetSeconds: 9 });
  expect(at(-1)).toEqual({ item: 1, offsetSeconds: 4 });
  expect(loopPosition([], 0, 0)).toBeNull();
});

test("what comes next is told with its time", () => {
  expect(loopSchedule([10, 5], 0, { nowMs: 12_000, untilMs: 60_000, most: 3 })).toEqual([
    { item: 1, startsAtMs: 10_000 },
    { item: 0, startsAtMs: 15_000 },
    { item: 1, startsAtMs: 25_000 },
  ]);
  const passedOver = loopSchedule([10, 0, 5], 0, { nowMs: 0, untilMs: 60_000, most: 3 });
  expect(passedOver.map(({ item }) => item)).toEqual([0, 2, 0]);
  expect(loopSchedule([10], 0, { nowMs: 0, untilMs: 25_000, most: 99 })).toHaveLength(3);
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
