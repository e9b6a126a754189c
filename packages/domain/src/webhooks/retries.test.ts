import { expect, test } from "vitest";
import { ATTEMPTS_MAX, LONGEST_WAIT_SECONDS, parseRetryAfter, retryWaitSeconds } from "./retries.ts";

test.each([
  [1, 0, null, 10],
  [1, 0.5, null, 11],
  [2, 0, null, 60],
  [7, 0, null, 54_000],
  [8, 0, null, null],
  [1, 0, 120, 120],
  [4, 0, 120, 1_800],
  [1, 0, 10_000_000, LONGEST_WAIT_SECONDS],
])("after %i failures with chance %f and Retry-After %o the wait is %o s", (failures, random, asked, wait) => {
  expect(retryWaitSeconds(failures, random, asked)).toBe(wait);
});

test("a delivery has eight attempts", () => {
  expect(ATTEMPTS_MAX).toBe(8);
  expect(retryWaitSeconds(ATTEMPTS_MAX - 1, 0, null)).not.toBeNull();
  expect(retryWaitSeconds(ATTEMPTS_MAX, 0, null)).toBeNull();
});

const now = new Date("2026-11-01T10:00:00Z");
test.each([
  ["120", 120],
  [" 5 ", 5],
  ["Sun, 01 Nov 2026 10:02:00 GMT", 120],
  ["Sun, 01 Nov 2026 09:00:00 GMT", 0],
  ["soon", null],
  [undefined, null],
])("Retry-After %o is %o s", (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});
