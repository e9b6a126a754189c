import { expect, test } from "vitest";
import { channelPlace } from "./channel.ts";

const START = Date.parse("2030-01-01T00:00:00Z");
const channel = { seconds: [10, 0, 20], startsAtMs: START, loop: false, shuffle: false };
const at = (seconds: number, loop = false) => channelPlace({ ...channel, loop }, START + seconds * 1_000);

test("a channel plays by the clock and passes over what has no duration", () => {
  expect(at(-5)).toEqual({ state: "before", waitMs: 5_000 });
  expect(at(0)).toEqual({ state: "on_air", item: 0, offsetSeconds: 0 });
  expect(at(9)).toEqual({ state: "on_air", item: 0, offsetSeconds: 9 });
  expect(at(10)).toEqual({ state: "on_air", item: 2, offsetSeconds: 0 });
  expect(at(30)).toEqual({ state: "over" });
});

test("a channel in a loop never ends", () => {
  expect(at(30, true)).toEqual({ state: "on_air", item: 0, offsetSeconds: 0 });
  expect(at(3_015, true)).toEqual({ state: "on_air", item: 2, offsetSeconds: 5 });
});

test("a channel without videos is over", () => {
  expect(channelPlace({ ...channel, seconds: [], loop: true }, START + 1)).toEqual({ state: "over" });
});
