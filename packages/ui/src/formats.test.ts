import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";
import { formatDuration, formatWait } from "./durations.ts";
import { formatBitrate } from "./media-units.ts";
import {
  formatAgo,
  formatClock,
  formatDay,
  formatDayInWords,
  formatMoment,
  formatSecond,
  formatTime,
  minuteOfDay,
  showMomentsIn,
} from "./moments.ts";
import { formatCompact, formatNumber } from "./numbers.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [39_200_000, "39.2 MB"],
  [412_000_000_000, "412 GB"],
  [Number.NaN, "0 B"],
])("%d bytes read as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [7.4, "0:07"],
  [157, "2:37"],
  [3723, "1:02:03"],
])("%d seconds run as %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [2, "a few seconds"],
  [42, "about 45 s"],
  [170, "about 3 min"],
  [9000, "about 2.5 h"],
])("a wait of %d seconds reads as %s", (seconds, text) => expect(formatWait(seconds)).toBe(text));

// spec: 9.14
test("numbers keep three fraction digits, one when compact", () => {
  expect(formatNumber(1234.56789)).toBe("1,234.568");
  expect(formatCompact(1_284_000)).toBe("1.3M");
});

test("moments are shown relative to now", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(formatAgo("2026-11-21T11:59:40Z", now)).toBe("just now");
  expect(formatAgo("2026-11-21T09:00:00Z", now)).toBe("3 hours ago");
  expect(formatAgo("2026-11-20T12:00:00Z", now)).toBe("yesterday");
  expect(formatAgo("2026-08-23T12:00:00Z", now)).toBe("3 months ago");
  expect(formatAgo("2027-02-19T11:59:59Z", now)).toBe("in 90 days");
  expect(formatAgo("2026-12-05T11:00:00Z", now)).toBe("in 14 days");
  expect(formatAgo("2027-05-20T12:00:00Z", now)).toBe("in 6 months");
});

test("the clock has two digits everywhere", () => {
  expect(formatClock(new Date(2026, 0, 2, 3, 4, 5))).toBe("03:04:05");
});

test("moments show in the chosen time zone; an unknown zone is the browser's own", () => {
  const moment = "2026-01-15T23:30:00Z";
  const own = formatMoment(moment);
  showMomentsIn("Asia/Tokyo");
  expect(formatMoment(moment)).toBe("Jan 16, 2026, 8:30 AM");
  expect([formatTime, formatDay, minuteOfDay].map((format) => format(new Date(moment)))).toEqual([
    "8:30 AM",
    "Jan 16",
    510,
  ]);
  const later = new Date("2026-01-16T15:00:05Z");
  expect(formatSecond(later, new Date(moment))).toBe("Jan 17, 12:00:05 AM");
  expect(formatSecond(new Date(moment), new Date("2026-01-16T14:59:00Z"))).toBe("8:30:00 AM");
  // The day after one of 23 hours, before one o'clock.
  showMomentsIn("America/New_York");
  const now = new Date("2026-03-09T04:10:00Z");
  expect(formatDayInWords("2026-03-08T17:00:00Z", now)).toBe("Yesterday");
  expect(formatDayInWords("2026-03-07T17:00:00Z", now)).toBe("Saturday, Mar 7");
  expect(formatDayInWords("2026-03-09T04:05:00Z", now)).toBe("Today");
  showMomentsIn("Moon/Tranquility");
  expect(formatMoment(moment)).toBe(own);
  showMomentsIn(null);
});

test.each([
  [0, "0 kbps"],
  [878_400, "878 kbps"],
  [999_600, "1 Mbps"],
  [4_480_000, "4.5 Mbps"],
])("%i bits per second are %s", (bits, words) => expect(formatBitrate(bits)).toBe(words));
