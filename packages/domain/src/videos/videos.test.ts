import { expect, test } from "vitest";
import { bestImage, canCancel, canMove, canRetry, smallestImage, VIDEO_STATUSES, videoList } from "./videos.ts";

// spec: 3.10
test("pictures fall back from 1440p over 1080p and 720p to 360p, then to the video's own size, then to none", () => {
  expect(bestImage({ "360p": "c", "720p": "b", "1440p": "a" })).toBe("a");
  expect(bestImage({ "360p": "c", "720p": "b" })).toBe("b");
  expect(bestImage({ "180p": "z" })).toBe("z");
  expect(bestImage({ "180p": "z", "360p": "c" })).toBe("c");
  expect(bestImage({ embed: "e" })).toBeNull();
  expect(smallestImage({ "360p": "c", "720p": "b", "1440p": "a" })).toBe("c");
  expect(smallestImage({ "1080p": "b", "1440p": "a" })).toBe("b");
  expect(smallestImage({ "180p": "z" })).toBe("z");
  expect(smallestImage({})).toBeNull();
});

// spec: 3.11
test("only complete videos are in the completed list", () => {
  expect(VIDEO_STATUSES.filter((status) => videoList(status) === "completed")).toEqual(["complete"]);
});

test("what is under way can be cancelled, what stopped can be tried again", () => {
  expect(VIDEO_STATUSES.filter(canCancel)).toEqual(["uploading", "receiving", "in_queue", "processing"]);
  expect(VIDEO_STATUSES.filter(canRetry)).toEqual(["failed", "cancelled"]);
});

test("nothing goes from failed to complete without being worked on", () => {
  expect(canMove("failed", "complete")).toBe(false);
});
