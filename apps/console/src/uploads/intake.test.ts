import { expect, test } from "vitest";
import { refuseFile, titleFromFileName } from "./intake.ts";
import { measureSpeed, secondsLeft, startSpeed } from "./speed.ts";

const allowance = { max_bytes: 1000, used_bytes: 400, limit_bytes: 1000 };
const clip = { name: "clip.mp4", size: 100, type: "video/mp4" };

test.each([
  ["a video goes in", clip, [], 0, null],
  ["a video without a type is known by its name", { ...clip, name: "CLIP.MKV", type: "" }, [], 0, null],
  ["pictures that move go in", { name: "loop.GIF", size: 10, type: "image/gif" }, [], 0, null],
  ["an animated PNG goes in by its name", { name: "loop.apng", size: 10, type: "image/apng" }, [], 0, null],
  ["music goes in", { name: "song.mp3", size: 10, type: "audio/mpeg" }, [], 0, null],
  ["a recording without a type is known by its name", { name: "talk.M4A", size: 10, type: "" }, [], 0, null],
  ["a text is refused", { name: "notes.txt", size: 10, type: "text/plain" }, [], 0, "notMedia"],
  ["an empty file is refused", { ...clip, size: 0 }, [], 0, "empty"],
  ["a file above the limit is refused", { ...clip, size: 1001 }, [], 0, "tooLarge"],
  ["a file that does not fit into the storage is refused", { ...clip, size: 601 }, [], 0, "overQuota"],
  ["files in the list count against the storage", { ...clip, size: 300 }, [], 400, "overQuota"],
  ["the same file is not listed twice", clip, [clip], 0, "alreadyListed"],
] as const)("%s", (_name, file, listed, pending, reason) => {
  expect(refuseFile(file, allowance, listed, pending)).toBe(reason);
});

test("without a storage limit everything up to the file limit fits", () => {
  expect(refuseFile({ ...clip, size: 999 }, { ...allowance, limit_bytes: null }, [], 10_000)).toBeNull();
});

test.each([
  ["harbor_atlas_part-1.mp4", "harbor atlas part-1"],
  [".mp4", ".mp4"],
  ["no ending", "no ending"],
])("%s begins with the title %s", (name, title) => expect(titleFromFileName(name)).toBe(title));

test("speed is measured over half seconds and smoothed", () => {
  let speed = startSpeed(0, 0);
  speed = measureSpeed(speed, 100, 50_000);
  expect(speed.bytesPerSecond).toBeNull();
  speed = measureSpeed(speed, 1000, 1_000_000);
  expect(speed.bytesPerSecond).toBe(1_000_000);
  speed = measureSpeed(speed, 2000, 3_000_000);
  expect(speed.bytesPerSecond).toBe(1_250_000);
  expect(secondsLeft(speed.bytesPerSecond, 3_000_000, 8_000_000)).toBe(4);
});

test("bytes that went back start the measure again", () => {
  const speed = measureSpeed({ atMs: 0, sentBytes: 900, bytesPerSecond: 5 }, 1000, 100);
  expect(speed.bytesPerSecond).toBeNull();
  expect(secondsLeft(null, 0, 10)).toBeNull();
});
