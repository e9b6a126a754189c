import { expect, test } from "vitest";
import { birthOf, type BirthEntry } from "./birth.ts";

const AT = Date.parse("2030-01-01T00:00:00Z");
const entry = (type: string, ms: number, version?: number): BirthEntry => ({
  type,
  at: new Date(AT + ms).toISOString(),
  facts: version === undefined ? [] : [{ name: "version", value: String(version) }],
});
const upload = [entry("upload.complete", 2_000), entry("upload.started", 0)];
const first = (...ends: BirthEntry[]) => [...ends, entry("transcode.queued", 2_000, 1), ...upload];
const steps = (entries: BirthEntry[], nowMs = 10_000) =>
  birthOf(entries, AT + nowMs)?.steps.map(({ name, startMs, endMs, tone }) => [name, startMs, endMs, tone]);

test("upload, wait and encoding follow each other on one axis, and the moment it could be watched is known", () => {
  const entries = first(
    entry("video.ready", 9_000),
    entry("transcode.complete", 9_000, 1),
    entry("transcode.playable", 4_200, 1),
    entry("transcode.running", 2_100, 1),
  );
  expect(steps(entries)).toEqual([
    ["upload", 0, 2_000, "done"],
    ["queue", 2_000, 2_100, "done"],
    ["encode", 2_100, 9_000, "done"],
  ]);
  expect(birthOf(entries, AT)?.watchableMs).toBe(4_200);
});

test("what could be watched before another attempt began is not older than the encoding", () => {
  const entries = first(entry("transcode.running", 6_000, 1), entry("transcode.playable", 4_200, 1));
  expect(steps(entries)?.slice(1)).toEqual([
    ["queue", 2_000, 4_200, "done"],
    ["encode", 4_200, 10_000, "running"],
  ]);
});

test("what has not ended lasts until now", () => {
  expect(steps(first())?.at(-1)).toEqual(["queue", 2_000, 10_000, "running"]);
  expect(steps(first(entry("transcode.running", 3_000, 1)))?.at(-1)).toEqual(["encode", 3_000, 10_000, "running"]);
});

test("what failed or was canceled says so where it ended", () => {
  const failed = first(entry("transcode.failed", 5_000, 1), entry("transcode.running", 3_000, 1));
  expect(steps(failed)?.at(-1)).toEqual(["encode", 3_000, 5_000, "failed"]);
  expect(steps(first(entry("transcode.cancelled", 4_000, 1)))?.at(-1)).toEqual(["queue", 2_000, 4_000, "failed"]);
});

test("a later version of the same file has no upload of its own", () => {
  const entries = [
    entry("transcode.complete", 90_000, 2),
    entry("transcode.running", 80_000, 2),
    entry("transcode.queued", 79_000, 2),
    ...first(entry("transcode.complete", 9_000, 1), entry("transcode.running", 2_100, 1)),
  ];
  expect(steps(entries)).toEqual([
    ["queue", 0, 1_000, "done"],
    ["encode", 1_000, 11_000, "done"],
  ]);
});

test("nothing is known of a video without work", () => expect(birthOf([entry("video.published", 0)], AT)).toBeNull());
