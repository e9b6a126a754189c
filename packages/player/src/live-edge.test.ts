// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { edgeRate, holdLiveEdge, type LivePlace } from "./live-edge.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const place: LivePlace = { latency: 0.6, holdBack: 0.6, ahead: 0.5 };

test.each([
  ["with nothing to spare plays as it is", place, 0, 1, 1],
  ["with little to spare is left alone", place, 0.1, 1, 1],
  ["with more to spare comes closer", place, 0.15, 1, 1.05],
  ["that comes closer continues until no buffer is left to spare", place, 0.05, 1.05, 1.05],
  ["far behind comes up faster", { ...place, latency: 4 }, 2, 1, 1.1],
  ["two parts behind the newest comes no closer", { ...place, latency: 0.41 }, 2, 1.05, 1],
])("a viewer %s", (_words, where, spare, before, rate) => {
  expect(edgeRate(where, spare, before)).toBe(rate);
});

/** A video that plays, of which the test says where it is. */
function aViewer() {
  const video = document.createElement("video");
  Object.defineProperty(video, "paused", { get: () => false });
  const now: { place: LivePlace | null } = { place };
  const edge = holdLiveEdge(video, () => now.place);
  const pass = (seconds: number) => {
    for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
      video.currentTime += 0.1;
      vi.advanceTimersByTime(100);
    }
    return video.playbackRate;
  };
  const on = (event: string) => video.dispatchEvent(new Event(event));
  return { video, now, edge, pass, on };
}

test("what always lies unused in front of a viewer is played a little faster until it is gone", () => {
  const { video, now, edge, pass } = aViewer();
  now.place = { latency: 1.2, holdBack: 0.6, ahead: 1 };
  expect([pass(2), edge.catchesUp()]).toEqual([1, false]);
  expect([pass(2), edge.catchesUp()]).toEqual([1.05, true]);
  now.place = { latency: 0.5, holdBack: 0.6, ahead: 0.1 };
  expect(pass(1)).toBe(1);
  now.place = { latency: 1.2, holdBack: 0.6, ahead: 1 };
  expect(pass(14)).toBe(1.05);
  edge.letGo();
  expect(video.playbackRate).toBe(1);
});

test("after a stop more is kept in front, and less again as time goes by", () => {
  const { now, pass, on } = aViewer();
  now.place = { latency: 0.9, holdBack: 0.6, ahead: 0.35 };
  expect(pass(5)).toBe(1.05);
  on("waiting");
  expect(pass(5)).toBe(1);
  expect(pass(60)).toBe(1.05);
});

test("who chose a speed keeps it", () => {
  const { video, now, edge, pass } = aViewer();
  now.place = { latency: 5, holdBack: 0.6, ahead: 4 };
  video.playbackRate = 1.5;
  expect([pass(10), edge.catchesUp()]).toEqual([1.5, false]);
  edge.letGo();
  expect(video.playbackRate).toBe(1.5);
});

test("who went back to watch, or paused, is left there until they are at the edge again", () => {
  const { video, now, edge, pass, on } = aViewer();
  // A loop that was listed ahead: the viewer did not seek back.
  now.place = { latency: 12, holdBack: 6, ahead: 10 };
  expect(pass(5)).toBe(1.1);
  video.currentTime = 0;
  on("seeking");
  expect(edge.follows()).toBe(false);
  expect(pass(5)).toBe(1);
  now.place = { latency: 6.5, holdBack: 6, ahead: 4 };
  expect(pass(12)).toBe(1.1);
  expect(edge.follows()).toBe(true);
  on("pause");
  now.place = { latency: 30, holdBack: 6, ahead: 10 };
  expect(pass(5)).toBe(1);
});
