import { expect, test } from "vitest";
import { segmentSecondsOf } from "./session-stats.ts";

const segment = (kind: "live" | "slate", state: "open" | "closed", durationSeconds: number) => ({
  kind,
  durationSeconds,
  rungs: new Map([["720p", { state }]]),
});

test("the segment duration is of the latest closed segment of the encoder", () => {
  const whole = [segment("live", "closed", 2), segment("live", "closed", 2.004)];
  expect(segmentSecondsOf({ segments: [...whole, segment("live", "open", 0.4)] })).toBe(2);
  expect(segmentSecondsOf({ segments: [segment("live", "open", 0.4)] })).toBeNull();
  expect(segmentSecondsOf({ segments: [...whole, segment("slate", "closed", 4)] })).toBeNull();
  expect(segmentSecondsOf({ segments: [] })).toBeNull();
});
