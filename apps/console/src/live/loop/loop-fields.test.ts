import { expect, test } from "vitest";
import { fieldsOf, moved, rowsOf, secondsOf, settingsOf, type LoopEntry } from "./loop-fields.ts";

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
const choices = { source: "videos" as const, playlist: null };
const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };

test("a video moves to any place, and not beyond the ends", () => {
  const items = [entry(1), entry(2), entry(3)];
  const order = (changed: readonly LoopEntry[]) => changed.map(({ video_id: id }) => id);
  expect(order(moved(items, 2, 0))).toEqual([3, 1, 2]);
  expect(order(moved(items, 0, 1))).toEqual([2, 1, 3]);
  expect(moved(items, 0, -1)).toBe(items);
  expect(moved(items, 2, 3)).toBe(items);
});

test("a video that comes twice is two rows", () => {
  expect(rowsOf([entry(1), entry(2), entry(1)]).map(({ id, place }) => [id, place])).toEqual([
    ["1-0", 0],
    ["2-0", 1],
    ["1-1", 2],
  ]);
});

test("a loop is the same by its videos in their order and by when it plays", () => {
  const one = { ...choices, items: [entry(1), entry(2)], ...times };
  expect(settingsOf({ ...one, items: [entry(1, { title: "Renamed" }), entry(2)] })).toEqual(settingsOf(one));
  expect(settingsOf({ ...one, items: [entry(2), entry(1)] })).not.toEqual(settingsOf(one));
  expect(settingsOf({ ...one, when_paused: true })).not.toEqual(settingsOf(one));
  expect(settingsOf(one)).toEqual({ video_ids: [1, 2], ...times });
});

test("a loop that follows a playlist has no list of its own, and one whose playlist was deleted keeps its videos", () => {
  const saved = { items: [entry(1)], since: null, ...times };
  const following = fieldsOf({ ...saved, playlist: { id: 7, name: "Evening" } });
  expect(settingsOf(following)).toEqual({ playlist_id: 7, ...times });
  const orphan = fieldsOf({ ...saved, playlist: { id: null, name: "Evening" } });
  expect(settingsOf(orphan)).toEqual({ video_ids: [1], ...times });
});

test("what is passed over takes no time", () => {
  expect(secondsOf([entry(1), entry(2, { problem: "Not complete." }), entry(3, { duration_seconds: null })])).toEqual([
    10, 0, 0,
  ]);
});
