import { expect, test } from "vitest";
import { diskPercent, diskState, hasRoomForUpload, hasRoomToRecord } from "./disk.ts";

const TERABYTE = 1_000_000_000_000;
const used = (percent: number, totalBytes = TERABYTE) => ({ totalBytes, freeBytes: totalBytes * (1 - percent / 100) });

test.each([
  [79, "enough", true, true],
  [81, "warning", true, true],
  [89, "warning", true, true],
  [91, "uploads_refused", false, true],
  [94, "uploads_refused", false, true],
  [96, "recordings_stopped", false, false],
  [100, "recordings_stopped", false, false],
])("of a disk of which %i% are used", (percent, state, uploads, records) => {
  expect(diskState(used(percent))).toBe(state);
  expect(hasRoomForUpload(used(percent), 0)).toBe(uploads);
  expect(hasRoomToRecord(used(percent))).toBe(records);
});

test("an upload is refused that would use more of the disk than uploads may", () => {
  expect(hasRoomForUpload(used(50), 0.3 * TERABYTE)).toBe(true);
  expect(hasRoomForUpload(used(50), 0.41 * TERABYTE)).toBe(false);
});

test("recordings leave a gibibyte of a small disk free", () => {
  expect(hasRoomToRecord(used(90, 8_000_000_000))).toBe(false);
  expect(hasRoomToRecord(used(50, 8_000_000_000))).toBe(true);
});

test("a file system that does not say its size counts as empty", () => {
  expect(diskState({ freeBytes: 0, totalBytes: 0 }, 5)).toBe("enough");
  expect(diskPercent({ freeBytes: 0, totalBytes: 0 })).toBe(0);
  expect(diskPercent(used(81))).toBe(81);
});
