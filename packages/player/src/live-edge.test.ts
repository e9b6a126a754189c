// @vitest-environment jsdom
import { expect, test } from "vitest";
import { edgeRate, holdLiveEdge, type LivePlace } from "./live-edge.ts";

const place: LivePlace = { latency: 0.6, target: 0.6, ahead: 0.5, part: 0.2 };

test.each([
  ["at the target plays as it is", place, 1],
  ["a little behind plays a little faster", { ...place, latency: 0.8 }, 1.04],
  ["far behind plays a tenth faster", { ...place, latency: 2 }, 1.1],
  ["with little in front of it waits for more", { ...place, latency: 2, ahead: 0.2 }, 1],
])("a viewer %s", (_words, where, rate) => {
  expect(edgeRate(where)).toBeCloseTo(rate, 5);
});

test("the edge is held until a speed is chosen", () => {
  const video = document.createElement("video");
  let where: LivePlace | null = { ...place, latency: 2 };
  const stop = holdLiveEdge(video, () => where);
  const tick = () => video.dispatchEvent(new Event("timeupdate"));
  tick();
  expect(video.playbackRate).toBeCloseTo(1.1);
  where = null;
  tick();
  expect(video.playbackRate).toBe(1);
  video.playbackRate = 1.5;
  where = { ...place, latency: 2 };
  tick();
  expect(video.playbackRate).toBe(1.5);
  stop();
  expect(video.playbackRate).toBe(1.5);
});

test("who went back to watch, or paused, is left there until they are at the edge again", () => {
  const video = document.createElement("video");
  let where: LivePlace = { ...place, latency: 0.6 };
  holdLiveEdge(video, () => where);
  const at = (seconds: number, latency: number, ...events: string[]) => {
    where = { ...place, latency };
    video.currentTime = seconds;
    for (const event of [...events, "timeupdate"]) video.dispatchEvent(new Event(event));
    return video.playbackRate;
  };
  expect(at(100, 0.6)).toBe(1);
  // A loop that was listed ahead: nobody asked to be so far behind.
  expect(at(100, 12)).toBeCloseTo(1.1);
  expect(at(60, 50, "seeking")).toBe(1);
  expect(at(61, 50)).toBe(1);
  expect(at(110, 0.9, "seeking")).toBeCloseTo(1.06);
  expect(at(111, 30, "pause")).toBe(1);
});
