import { expect, test } from "vitest";
import { levelsOfOtherChannels, listSounds } from "./surround.ts";

const stereo = [
  { groupId: "audio", name: "English", lang: "en", channels: "2" },
  { groupId: "audio", name: "French", lang: "fr", channels: "2" },
];
const surround = [
  { groupId: "audio-surround", name: "English", lang: "en", channels: "6" },
  { groupId: "audio-surround", name: "French", lang: "fr", channels: "2" },
];
const levels = [
  { audioGroups: ["audio"] },
  { audioGroups: ["audio"] },
  { audioGroups: ["audio-surround"] },
  { audioGroups: undefined },
];

test("levels in stereo play unless surround sound was chosen", () => {
  expect(levelsOfOtherChannels(levels, [...stereo, ...surround], false)).toEqual([2]);
  expect(levelsOfOtherChannels(levels, [...stereo, ...surround], true)).toEqual([3, 1, 0]);
});

test("a stream without surround sound keeps its levels, and so does one that has nothing else", () => {
  expect(levelsOfOtherChannels(levels.slice(0, 2), stereo, true)).toEqual([]);
  expect(levelsOfOtherChannels(levels.slice(2, 3), surround, false)).toEqual([]);
});

test("a sound in surround sound is listed beside the same in stereo, with its place in both groups", () => {
  const listed = [
    { name: "English", language: "en", track: 0, surround: false },
    { name: "English (5.1)", language: "en", track: 0, surround: true },
    { name: "French", language: "fr", track: 1, surround: false },
  ];
  expect(listSounds(stereo, [...stereo, ...surround])).toEqual(listed);
  expect(listSounds(surround, [...stereo, ...surround])).toEqual(listed);
  expect(listSounds(stereo, stereo).map(({ name }) => name)).toEqual(["English", "French"]);
});
