import { expect, test } from "vitest";
import { recordBirth } from "./record-birth.ts";

const AT = Date.parse("2030-01-01T00:00:00Z");
const steps = (...all: [type: string, second: number][]) =>
  all.map(([type, second]) => ({ type, at: new Date(AT + second * 1000).toISOString() }));

test("an upload's record is its way to a video that plays", () => {
  const record = steps(
    ["created", 0],
    ["complete", 2],
    ["queued", 2],
    ["transcoding", 3],
    ["playable", 5],
    ["transcode_complete", 9],
  );
  expect(recordBirth(record, AT)).toEqual({
    steps: [
      { name: "upload", startMs: 0, endMs: 2_000, tone: "done" },
      { name: "queue", startMs: 2_000, endMs: 3_000, tone: "done" },
      { name: "encode", startMs: 3_000, endMs: 9_000, tone: "done" },
    ],
    watchableMs: 5_000,
  });
});

test("an upload that failed ends there", () => {
  expect(recordBirth(steps(["created", 0], ["failed", 4]), AT)?.steps).toEqual([
    { name: "upload", startMs: 0, endMs: 4_000, tone: "failed" },
  ]);
});
