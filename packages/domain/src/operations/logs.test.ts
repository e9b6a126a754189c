import { expect, test } from "vitest";
import { kindOfRole, levelName, levelNumber, LOG_BARS, LOG_LEVELS, logBars } from "./logs.ts";

test("levels have pino's numbers, and every number a level", () => {
  expect(LOG_LEVELS.map(levelNumber)).toEqual([20, 30, 40, 50]);
  expect([10, 20, 30, 35, 40, 50, 60].map(levelName)).toEqual([
    "debug",
    "debug",
    "info",
    "info",
    "warn",
    "error",
    "error",
  ]);
});

test("a worker's lines tell of videos, those of the live role of livestreams, all others of the platform", () => {
  expect(["worker", "live", "api", "edge", "login", "console"].map(kindOfRole)).toEqual([
    "video",
    "live",
    "platform",
    "platform",
    "platform",
    "platform",
  ]);
});

test("the bars of a span have whole seconds and hold its last moment", () => {
  const from = new Date("2030-01-01T00:00:00Z");
  for (const lengthMs of [-5, 0, 999, 60_000, 900_000, 86_400_000, 1_209_600_001]) {
    const until = new Date(from.getTime() + lengthMs);
    const { starts, seconds } = logBars(from, until);
    expect(starts).toHaveLength(LOG_BARS);
    expect(starts[0]).toEqual(from);
    expect(Number.isInteger(seconds)).toBe(true);
    expect((starts.at(-1)?.getTime() ?? 0) + seconds * 1_000).toBeGreaterThan(until.getTime());
  }
});
