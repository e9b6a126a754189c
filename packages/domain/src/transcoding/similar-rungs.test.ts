import { expect, test } from "vitest";
import { similarRungs, type RungSimilarity } from "./similar-rungs.ts";

const ladder = ["360p", "480p", "720p", "1080p"];
const pair = (label: string, above: string, similarity: number): RungSimilarity => ({ label, above, similarity });

test.each([
  ["none is like the one above", [pair("720p", "1080p", 0.9), pair("480p", "720p", 0.9)], []],
  ["one is", [pair("720p", "1080p", 0.9), pair("480p", "720p", 0.95)], ["480p"]],
  ["all between are like the highest", [pair("720p", "1080p", 0.98), pair("480p", "1080p", 0.96)], ["720p", "480p"]],
  [
    "each is like the next, but not like the highest",
    [pair("720p", "1080p", 0.95), pair("480p", "720p", 0.95)],
    ["720p"],
  ],
  ["nothing was measured", [], []],
])("of a ladder where %s the rungs between are left out that nobody tells apart", (_, measured, expected) => {
  expect(similarRungs(ladder, measured).map(({ label }) => label)).toEqual(expected);
});

test("the lowest and the highest rung are always made", () => {
  expect(similarRungs(["360p", "720p"], [pair("360p", "720p", 1)])).toEqual([]);
  expect(similarRungs(ladder, [pair("360p", "480p", 1), pair("360p", "1080p", 1)])).toEqual([]);
});
