import { expect, test } from "vitest";
import { levelsAboveCap, startLevel } from "./quality.ts";

test.each([
  [[360, 720, 1080], null, []],
  [[360, 720, 1080], 720, [2]],
  [[360, 720, 1080], 480, [2, 1]],
  [[720, 1080], 240, [1]],
])("of the heights %j a cap of %j takes away %j", (heights, cap, taken) => {
  expect(levelsAboveCap(heights, cap)).toEqual(taken);
});

test.each([
  [[360, 720, 1080], null, -1],
  [[360, 720, 1080], 720, 1],
  [[360, 720, 1080], 1440, 2],
  [[360, 720, 1080], 240, 0],
  [[], 720, -1],
])("of the heights %j, wanting %j, playback begins at %d", (heights, wanted, index) => {
  expect(startLevel(heights, wanted)).toBe(index);
});
