import { expect, test } from "vitest";
import { moved, sameLoop, secondsOf, settingsOf, type LoopEntry } from "./loopFields.ts";

const entry = (id: number, change: Partial<LoopEntry> = {}): LoopEntry => ({
  video_id: id,
  hash: `v${id}`,
  title: `Video ${id}`,
  image_url: null,
  duration_seconds: 10,
  problem: null,
  missing: [],
  has_sound: true,
  ...change,
});
const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };

test("a video moves up and down, and not beyond the ends", () => {
  const items = [entry(1), entry(2), entry(3)];
  const order = (changed: readonly LoopEntry[]) => changed.map(({ video_id: id }) => id);
  expect(order(moved(items, 2, -1))).toEqual([1, 3, 2]);
  expect(order(moved(items, 0, 1))).toEqual([2, 1, 3]);
  expect(moved(items, 0, -1)).toBe(items);
  expect(moved(items, 2, 1)).toBe(items);
});

test("a loop is the same by its videos in their order and by when it plays", () => {
  const one = { items: [entry(1), entry(2)], ...times };
  expect(sameLoop(one, { items: [entry(1, { title: "Renamed" }), entry(2)], ...times })).toBe(true);
  expect(sameLoop(one, { items: [entry(2), entry(1)], ...times })).toBe(false);
  expect(sameLoop(one, { ...one, when_paused: true })).toBe(false);
  expect(settingsOf(one)).toEqual({ video_ids: [1, 2], ...times });
});

test("what is passed over takes no time", () => {
  expect(secondsOf([entry(1), entry(2, { problem: "Not complete." }), entry(3, { duration_seconds: null })])).toEqual([
    10, 0, 0,
  ]);
});
