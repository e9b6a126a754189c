import { describe, expect, test } from "vitest";
import {
  addCue,
  changeCue,
  findCues,
  mergeWithNext,
  readEditedCues,
  removeCue,
  replaceInCues,
  shiftCues,
  speakersOf,
  splitCue,
  writeSrt,
  writeVtt,
  type EditedCue,
} from "./caption-editing.ts";
import { problemsOf, readingSpeed } from "./caption-reading.ts";
import { readCaptions } from "./captions.ts";

const cue = (id: number, start: number, end: number, text: string, speaker = ""): EditedCue => ({
  ...{ id, start, end, settings: "", speaker, text },
});
const three = [cue(1, 1, 3, "Hello there", "Ada"), cue(2, 4, 6, "Second line"), cue(3, 7, 9, "hello again", "Bob")];
const brief = (cues: readonly EditedCue[]) => cues.map(({ start, end, text }) => [start, end, text]);

test.each([
  "<v Ada>Hello\nthere",
  "AT&amp;T &amp; 1 &lt; 2",
  "<i>quiet</i> words",
  "&lt;b&gt; is bold, &amp;amp; is an ampersand",
  "<v Ada>Hi\n<v Bob>Hello",
  "<v Ada &amp; Co>Together",
])("the stored caption %j is the same after it was read and written", (text) => {
  const stored = readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.500 align:start line:0\n${text}\n`).vtt;
  expect(readCaptions(writeVtt(readEditedCues(stored))).vtt).toBe(stored);
});

test("people type signs as they are, and speakers apart from what they say", () => {
  const [first] = readEditedCues(readCaptions("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>AT&T says 1 < 2</v>\n").vtt);
  expect(first).toMatchObject({ speaker: "Ada", text: "AT&T says 1 < 2" });
});

test("captions are written in their order, without empty ones and empty lines", () => {
  expect(writeVtt([cue(1, 5, 6, "Later"), cue(2, 1, 2, "One\n\ntwo", "A<d>a"), cue(3, 3, 4, " \n ")])).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v A d a>One\ntwo\n\n00:00:05.000 --> 00:00:06.000\nLater\n",
  );
});

test("SubRip has numbers, commas, and names before what they say", () => {
  expect(writeSrt([cue(2, 3661.5, 3662, "<c.red>1 &lt; 2</c> <i>yes</i>"), cue(1, 1, 2, "Hi", "Ada")])).toBe(
    "1\n00:00:01,000 --> 00:00:02,000\nAda: Hi\n\n2\n01:01:01,500 --> 01:01:02,000\n1 < 2 <i>yes</i>\n",
  );
});

test("a caption is divided at a place, by letters or at a moment, and only where both parts have words", () => {
  expect(brief(splitCue(three, 1, 5))).toEqual([[1, 2, "Hello"], [2, 3, "there"], ...brief(three.slice(1))]);
  expect(brief(splitCue(three, 1, 5, 1.25)).slice(0, 2)).toEqual([
    [1, 1.25, "Hello"],
    [1.25, 3, "there"],
  ]);
  expect(brief(splitCue(three, 1, 5, 8)).slice(0, 1)).toEqual([[1, 2, "Hello"]]);
  expect(splitCue(three, 1, 0)).toBe(three);
  expect(splitCue(three, 1, 99)).toBe(three);
  expect(splitCue(three, 9, 1)).toBe(three);
  const ids = splitCue(three, 2, 6).map(({ id }) => id);
  expect(ids).toEqual([1, 2, 4, 3]);
});

test("a caption is joined with the next one", () => {
  expect(brief(mergeWithNext(three, 2))).toEqual([
    [1, 3, "Hello there"],
    [4, 9, "Second line\nhello again"],
  ]);
  expect(mergeWithNext(three, 2)[1]?.speaker).toBe("Bob");
  expect(mergeWithNext(three, 3)).toBe(three);
});

test("captions move together, or from one on, and not before the beginning", () => {
  expect(brief(shiftCues(three, 0.1)).map(([start]) => start)).toEqual([1.1, 4.1, 7.1]);
  expect(brief(shiftCues(three, 10, 2)).map(([start]) => start)).toEqual([1, 14, 17]);
  expect(brief(shiftCues(three, -5))).toEqual([
    [0, 1, "Second line"],
    [2, 4, "hello again"],
  ]);
});

test("a changed beginning changes the order, and times stay on milliseconds", () => {
  expect(brief(changeCue(three, 3, { start: 0.00049, end: 0.5006 }))[0]).toEqual([0, 0.501, "hello again"]);
  expect(changeCue(three, 1, { text: "x" })[0]?.text).toBe("x");
});

test("a new caption is in its place and ends before the next one", () => {
  const { cues, id } = addCue(three, 3);
  expect([id, brief(cues)[1]]).toEqual([4, [3, 4, ""]]);
  expect(brief(addCue([], 5).cues)).toEqual([[5, 7, ""]]);
  expect(brief(removeCue(three, 2))).toHaveLength(2);
});

test("words are found and replaced whatever their case, or exactly; signs are themselves", () => {
  const hello = { text: "hello", matchCase: false };
  expect(findCues(three, hello)).toEqual([1, 3]);
  expect(findCues(three, { ...hello, matchCase: true })).toEqual([3]);
  const all = replaceInCues(three, hello, "Bye $& $1");
  expect([all.count, all.cues[0]?.text, all.cues[2]?.text]).toEqual([2, "Bye $& $1 there", "Bye $& $1 again"]);
  expect(replaceInCues(three, hello, "Bye", 3)).toMatchObject({
    count: 1,
    cues: [three[0], three[1], { text: "Bye again" }],
  });
  expect(replaceInCues([cue(1, 0, 1, "a.b (c)")], { text: ".b (", matchCase: true }, "-").cues[0]?.text).toBe("a-c)");
  expect(replaceInCues(three, { text: "", matchCase: false }, "x")).toEqual({ cues: three, count: 0 });
});

test("speakers are named once, in the order they speak", () => {
  expect(speakersOf(three)).toEqual(["Ada", "Bob"]);
});

describe("warnings", () => {
  test.each([
    ["nothing", cue(2, 4, 6, "Second line"), []],
    ["an end before the beginning", cue(2, 6, 4, "Second"), ["times"]],
    ["no words", cue(2, 4, 6, " <i></i> "), ["empty"]],
    ["a beginning before the other's end", cue(2, 2, 4, "Second"), ["overlap"]],
    ["too many letters a second", cue(2, 4, 5, "x".repeat(21)), ["fast"]],
    ["a long line", cue(2, 4, 9, `${"x".repeat(43)}\ny`), ["long"]],
    ["three lines", cue(2, 4, 9, "a\nb\nc"), ["lines"]],
    ["a short time", cue(2, 4, 4.5, "a"), ["short"]],
  ])("of %s", (_what, tried, expected) => {
    expect(problemsOf(tried, three[0])).toEqual(expected);
  });

  test("reading speed counts letters that are shown", () => {
    expect(readingSpeed(cue(1, 0, 2, "<i>four</i>"))).toBe(2);
    expect(readingSpeed(cue(1, 0, 0, "four"))).toBeNull();
  });
});
