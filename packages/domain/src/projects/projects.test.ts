import { expect, test } from "vitest";
import { daysAfter, daysBefore, isTimeZone } from "./projects.ts";

test.each([
  ["UTC", true],
  ["Europe/Paris", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Moon/Tranquility", false],
  ["", false],
  ["+02:00", false],
])("%s is a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test("days are counted from the moment itself", () => {
  const now = new Date("2026-03-01T10:00:00Z");
  expect(daysBefore(now, 1).toISOString()).toBe("2026-02-28T10:00:00.000Z");
  expect(daysAfter(now, 30).toISOString()).toBe("2026-03-31T10:00:00.000Z");
});
