// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fadeSeams, seenShare } from "./seam-fade.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a picture is whole away from seams, and gone where one source ends and the next begins", () => {
  expect(seenShare(10, [])).toBe(1);
  const seams = [10, 20];
  expect([9, 9.5, 9.75, 10, 10.25, 10.5, 15, 20].map((at) => seenShare(at, seams))).toEqual([
    1, 1, 0.5, 0, 0.5, 1, 1, 0,
  ]);
});

test("fading follows the video while it is wanted, and leaves nothing behind", () => {
  const video = document.createElement("video");
  let wanted = false;
  const stop = fadeSeams(
    video,
    () => [10],
    () => wanted,
  );
  const at = (seconds: number) => {
    video.currentTime = seconds;
    vi.advanceTimersByTime(100);
    return video.style.opacity;
  };
  expect(at(10)).toBe("");
  wanted = true;
  expect(at(9.8)).toBe("0.4");
  expect(at(10)).toBe("0");
  expect(at(11)).toBe("");
  expect(at(10.1)).toBe("0.2");
  stop();
  expect(video.style.opacity).toBe("");
});
