import { expect, test } from "vitest";
import { fromLocalTime, toLocalTime } from "./zoned-time.ts";

test.each([
  ["UTC", "2030-01-31T18:00", "2030-01-31T18:00:00.000Z"],
  ["Europe/Berlin", "2030-01-31T18:00", "2030-01-31T17:00:00.000Z"],
  ["Europe/Berlin", "2030-07-31T18:00", "2030-07-31T16:00:00.000Z"],
  ["Asia/Kolkata", "2030-01-31T02:15", "2030-01-30T20:45:00.000Z"],
  ["America/New_York", "2026-03-08T12:00", "2026-03-08T16:00:00.000Z"],
])("in %s clocks show %s at %s", (zone, shown, moment) => {
  expect(fromLocalTime(shown, zone)?.toISOString()).toBe(moment);
  expect(toLocalTime(moment, zone)).toBe(shown);
});

test("a time that clocks skip or show twice is one moment", () => {
  expect(fromLocalTime("2026-03-29T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(fromLocalTime("2026-10-25T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
  expect(fromLocalTime("tomorrow", "UTC")).toBeNull();
});
