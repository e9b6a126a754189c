import { expect, test } from "vitest";
import { RtpOrder } from "./rtp-order.ts";

let now = 0;
/** What is delivered of packets that come in this order; "!" follows a loss. */
function delivered(numbers: readonly (number | { waitMs: number })[]): string {
  now = 0;
  const out: string[] = [];
  const order = new RtpOrder(
    ({ header }, isAfterLoss) => out.push(`${header.sequenceNumber}${isAfterLoss ? "!" : ""}`),
    () => now,
  );
  for (const each of numbers) {
    if (typeof each === "number") order.take({ header: { sequenceNumber: each } });
    else now += each.waitMs;
  }
  return out.join(" ");
}

test.each([
  ["packets in order stay so", [7, 8, 9], "7 8 9"],
  ["two that changed places are put right", [7, 9, 8, 10], "7 8 9 10"],
  ["numbers go on after 65535", [65_534, 65_535, 0, 1], "65534 65535 0 1"],
  ["a repeated packet counts once", [7, 8, 8, 7, 9], "7 8 9"],
  ["packets behind a missing one wait", [7, 9, 10], "7"],
  ["and are delivered when it does not come", [7, 9, { waitMs: 250 }, 10], "7 9! 10"],
  ["a missing one that comes too late is left out", [7, 9, { waitMs: 250 }, 10, 8, 11], "7 9! 10 11"],
  ["a sender that starts again is followed", [40_000, 40_001, 30_000, 30_001], "40000 40001 30000 30001"],
])("%s", (_, numbers, expected) => {
  expect(delivered(numbers)).toBe(expected);
});
