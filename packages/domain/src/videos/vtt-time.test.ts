import { expect, test } from "vitest";
import { formatTenths, readTime } from "./vtt-time.ts";

test.each([
  [0, "0:00.0"],
  [7.46, "0:07.5"],
  [59.96, "1:00.0"],
  [739, "12:19.0"],
  [3723.4, "1:02:03.4"],
])("%d seconds stand as %s, and are read again", (seconds, text) => {
  expect(formatTenths(seconds)).toBe(text);
  expect(readTime(text)).toBeCloseTo(seconds, 0);
});
