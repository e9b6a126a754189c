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
  const told: WatchReport[] = [];
  const stop = keepWatchDiary(
    video,
    () => 0.7,
    (report) => told.push(report),
  );
  return { state, told, stop };
}

test("what moved and what waited are told every ten seconds of playing", () => {
  const { state, told, stop } = aDiary();
  // Before the first picture nothing is waited for that counts.
  vi.advanceTimersByTime(3_000);
  state.readyState = 4;
  vi.advanceTimersByTime(8_000);
  state.readyState = 2;
  vi.advanceTimersByTime(1_500);
  expect(told).toEqual([]);
  state.readyState = 4;
  vi.advanceTimersByTime(500);
  expect(told).toEqual([{ watched_seconds: 8.5, stalled_seconds: 1.5, latency_seconds: 0.7 }]);
  vi.advanceTimersByTime(10_000);
  expect(told[1]).toEqual({ watched_seconds: 10, stalled_seconds: 0, latency_seconds: 0.7 });
  stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(2);
});

test("who paused or looks for another place waits for nothing", () => {
  const { state, told } = aDiary();
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
  expect(told).toEqual([{ watched_seconds: 10, stalled_seconds: 0, latency_seconds: 0.7 }]);
});
