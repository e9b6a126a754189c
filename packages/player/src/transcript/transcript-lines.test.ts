import type { SpokenCue } from "@kinora/domain/videos/transcript.ts";
import { expect, test } from "vitest";
import { copiedLines, cueAt, isFound, lineTime, markedPieces } from "./transcript-lines.ts";

const cue = (start: number, text: string, speaker: string | null = null): SpokenCue => ({
  ...{ start, end: start + 1, speaker, text },
});
const cues = [cue(1, "Hello", "Ada"), cue(3, "again", "Ada"), cue(3_723.9, "Hi", "Bob"), cue(4_000, "Bye")];

test.each([
  [0, -1],
  [1, 0],
  [2.9, 0],
  [3, 1],
  [9_999, 3],
])("at %d s the line %d is said", (seconds, at) => {
  expect(cueAt(cues, seconds)).toBe(at);
});

test("moments are written as on a player", () => {
  expect([0, 59.9, 61, 3_600].map(lineTime)).toEqual(["0:00", "0:59", "1:01", "1:00:00"]);
});

test("lines are copied with their times, and with names where another one speaks", () => {
  expect(copiedLines(cues)).toBe("[0:01] Ada: Hello\n[0:03] again\n[1:02:03] Bob: Hi\n[1:06:40] Bye");
});

test.each([
  ["Hello world", "o", ["Hell", "*o", " w", "*o", "rld"]],
  ["ПРИВЕТ", "вет", ["ПРИ", "*ВЕТ"]],
  ["Hello", " ", ["Hello"]],
  ["a+b", "+", ["a", "*+", "b"]],
  // The lower case of İ has two letters.
  ["İstanbul", "stan", ["İ", "*stan", "bul"]],
  ["Die Straße nach Łódź", "strasse", ["Die ", "*Straße", " nach Łódź"]],
  ["Die Straße nach Łódź", "lodz", ["Die Straße nach ", "*Łódź"]],
])("in %j %j is marked", (line, searched, expected) => {
  expect(markedPieces(line, searched).map(({ text, marked }) => (marked ? `*${text}` : text))).toEqual(expected);
});

test("a line is found by its words or its speaker", () => {
  expect([
    isFound(cue(1, "Hello", "Ada"), "ada"),
    isFound(cue(1, "Hello"), "LLO"),
    isFound(cue(1, "Hello"), "x"),
  ]).toEqual([true, true, false]);
});
