// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MovingPreview, pictureUnder } from "./moving-preview.ts";

const VTT = `WEBVTT

00:00.000 --> 00:05.000
sprite-000.jpg#xywh=0,0,160,90

00:05.000 --> 00:10.000
sprite-000.jpg#xywh=160,0,160,90
`;

let calm = false;
let place: HTMLElement;
let preview: MovingPreview;

beforeEach(() => {
  vi.useFakeTimers();
  calm = false;
  window.matchMedia = (media) => ({ matches: calm, media }) as MediaQueryList;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(VTT));
  HTMLImageElement.prototype.decode = async () => {};
  HTMLCanvasElement.prototype.getContext = () => null;
  place = document.createElement("span");
  place.innerHTML = "<span><img alt=''></span>";
  preview = new MovingPreview(place, "http://edge.test/storyboard.vtt", new QueryClient());
});
afterEach(() => {
  preview.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shown = () => place.querySelector("canvas")?.dataset["picture"];

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [1, 1],
  [-3, 0],
])("a pointer at %d of the width lies over picture %d of two", (share, picture) => {
  expect(pictureUnder(share, 2)).toBe(picture);
});

test("a pointer that only passes by fetches nothing", async () => {
  preview.start();
  await vi.advanceTimersByTimeAsync(100);
  preview.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).not.toHaveBeenCalled();
});

test("a poster under the pointer moves from picture to picture, and stops when the pointer leaves", async () => {
  preview.start();
  await vi.advanceTimersByTimeAsync(160);
  expect(shown()).toBe("0");
  await vi.advanceTimersByTimeAsync(600);
  expect(shown()).toBe("1");
  await vi.advanceTimersByTimeAsync(600);
  expect(shown()).toBe("0");
  preview.stop();
  expect(shown()).toBeUndefined();
});

test("with less motion asked for, only the pointer moves it", async () => {
  calm = true;
  preview.start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe("0");
  preview.point(0.9);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe("1");
});
