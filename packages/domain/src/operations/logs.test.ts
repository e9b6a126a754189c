import { expect, test } from "vitest";
import { kindOfRole, levelName, levelNumber, LOG_LEVELS } from "./logs.ts";

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
