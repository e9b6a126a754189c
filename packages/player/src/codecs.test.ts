import { expect, test } from "vitest";
import { levelsOfOtherCodecs } from "./codecs.ts";

const levels = [
  { height: 360, videoCodec: "avc1.64001e" },
  { height: 720, videoCodec: "avc1.64001f" },
  { height: 720, videoCodec: "hvc1.1.6.L93.90" },
  { height: 720, videoCodec: "av01.0.05M.08" },
];

test("of each height the best codec stays", () => {
  expect(levelsOfOtherCodecs(levels, "best")).toEqual([2, 1]);
  expect(levelsOfOtherCodecs(levels.slice(0, 3), "best")).toEqual([1]);
  expect(levelsOfOtherCodecs(levels.slice(0, 2), "best")).toEqual([]);
});

test("after a decoder failed, H.264 stays", () => {
  expect(levelsOfOtherCodecs(levels, "h264")).toEqual([3, 2]);
});

test("levels of unknown codecs are kept", () => {
  const unknown = [
    { height: 360, videoCodec: undefined },
    { height: 720, videoCodec: undefined },
  ];
  expect(levelsOfOtherCodecs(unknown, "best")).toEqual([]);
});
