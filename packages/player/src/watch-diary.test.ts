// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WatchReport } from "./options.ts";
import { keepWatchDiary } from "./watch-diary.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aDiary() {
  const state = { paused: false, seeking: false, readyState: 0 };
  const video = document.createElement("video");
  for (const name of ["paused", "seeking", "readyState"] as const)
    Object.defineProperty(video, name, { get: () => state[name] });
  const reported: WatchReport[] = [];
  const stop = keepWatchDiary(
    video,
    () => 0.7,
    (report) => reported.push(report),
  );
  return { state, reported, stop };
}

test("playing and stalled seconds are reported every ten seconds of playing", () => {
  const { state, reported, stop } = aDiary();
  // Before the first picture nothing is waited for that counts.
  vi.advanceTimersByTime(3_000);
  state.readyState = 4;
  vi.advanceTimersByTime(8_000);
  state.readyState = 2;
  vi.advanceTimersByTime(1_500);
  expect(reported).toEqual([]);
  state.readyState = 4;
  vi.advanceTimersByTime(500);
  expect(reported).toEqual([{ watched_seconds: 8.5, stalled_seconds: 1.5, latency_seconds: 0.7 }]);
  vi.advanceTimersByTime(10_000);
  expect(reported[1]).toEqual({ watched_seconds: 10, stalled_seconds: 0, latency_seconds: 0.7 });
  stop();
  vi.advanceTimersByTime(60_000);
  expect(reported).toHaveLength(2);
});

test("who paused or looks for another place waits for nothing", () => {
  const { state, reported } = aDiary();
  state.readyState = 4;
  vi.advanceTimersByTime(1_000);
  state.readyState = 2;
  state.paused = true;
  vi.advanceTimersByTime(30_000);
  state.paused = false;
  state.seeking = true;
  vi.advanceTimersByTime(30_000);
  state.seeking = false;
  state.readyState = 4;
  vi.advanceTimersByTime(9_000);
  expect(reported).toEqual([{ watched_seconds: 10, stalled_seconds: 0, latency_seconds: 0.7 }]);
});
