import { expect, test } from "vitest";
import { readCaptions } from "./captions.ts";
import { readStoredCues, readTranscript } from "./transcript.ts";

const cue = (text: string) => readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}\n`).vtt;
const said = (text: string) => readTranscript(cue(text)).map(({ speaker, text: words }) => [speaker, words]);

test("a transcript has the times and the words of stored captions", () => {
  expect(readTranscript(cue("Hello\nthere"))).toEqual([{ start: 1, end: 2.5, speaker: null, text: "Hello there" }]);
});

test.each([
  ["<v Ada>Good morning.</v>", [["Ada", "Good morning."]]],
  ["<v.loud Ada Lovelace>Hi", [["Ada Lovelace", "Hi"]]],
  [
    "<v Ada>Hi\n<v Bob>Hello",
    [
      ["Ada", "Hi"],
      ["Bob", "Hello"],
    ],
  ],
  [
    "Both: <v Ada>Hi",
    [
      [null, "Both:"],
      ["Ada", "Hi"],
    ],
  ],
  ["<i>quiet</i> <c.red>words</c> <00:00:01.500>now", [[null, "quiet words now"]]],
  ["AT&T says 1 < 2&nbsp;> 0", [[null, "AT&T says 1 < 2 > 0"]]],
  ["<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>です", [[null, "漢字です"]]],
  ["<v Ada></v>", []],
])("%j is said as %j", (text, expected) => {
  expect(said(text)).toEqual(expected);
});

test("stored captions are read with their settings and lines", () => {
  const { vtt } = readCaptions("WEBVTT\n\n1:02:03.004 --> 1:02:05.000 align:start line:0\n<i>One</i>\ntwo\n");
  expect(readStoredCues(vtt)).toEqual([
    { start: 3723.004, end: 3725, settings: "align:start line:0", text: "<i>One</i>\ntwo" },
  ]);
});
