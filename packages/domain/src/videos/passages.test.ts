import { expect, test } from "vitest";
import { findSaid, paragraphsOf, passagesOf } from "./passages.ts";
import type { SpokenCue } from "./transcript.ts";

const cue = (start: number, text: string, speaker: string | null = null): SpokenCue => ({
  ...{ start, end: start + 2, speaker, text },
});
/** Ten words of nine letters each. */
const sentence = (number: number) =>
  Array.from({ length: 10 }, (_, at) => `w${String(number).padStart(4, "0")}${at}abc`).join(" ");
const speech = Array.from({ length: 40 }, (_, at) => cue(at * 3, sentence(at)));
const found = (searched: string, cues: readonly SpokenCue[] = speech) =>
  passagesOf(cues).flatMap((passage) => findSaid(passage, searched) ?? [])[0];

test("passages have some 400 letters and overlap", () => {
  const passages = passagesOf(speech);
  expect(passages.length).toBeGreaterThan(5);
  for (const { text, offsets, starts_ms: starts } of passages) {
    expect(text.length).toBeLessThan(600);
    expect(offsets).toHaveLength(starts.length);
    for (const offset of offsets) expect(text.slice(offset)).toMatch(/^w\d{5}abc/);
    expect(offsets[0]).toBe(0);
  }
});

test("every word, and every phrase over the end of a cue, is found at its time", () => {
  for (const [at, { start }] of speech.entries()) {
    expect(found(`W${String(at).padStart(4, "0")}5ABC`)?.start).toBe(start);
    if (at + 1 < speech.length) {
      const phrase = `${sentence(at).slice(-29)}  ${sentence(at + 1).slice(0, 30)}`;
      expect(found(phrase)?.start).toBe(start);
    }
  }
  expect(found("nothing of it")).toBeUndefined();
});

test("a cue of any length is divided, and what is found is shown in short", () => {
  const long = cue(7, Array.from({ length: 500 }, (_, at) => `word${at}`).join(" "));
  expect(passagesOf([long]).every(({ text }) => text.length < 900)).toBe(true);
  expect(found("word499", [long])).toEqual({ start: 7, text: "word499" });
  expect(found("word250", [long])?.text).toMatch(/^word250 .{60,115}…$/);
  expect(passagesOf([])).toEqual([]);
});

test("words of a long cue stay whole, and text without spaces is found over the end of a passage", () => {
  const words = cue(7, Array.from({ length: 500 }, (_, at) => `word${at}`).join(" "));
  for (let at = 0; at < 499; at += 1) expect(found(`word${at} word${at + 1}`, [words])).toBeDefined();
  const signs = Array.from({ length: 1_500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  for (let at = 0; at < 1_490; at += 1) expect(found(signs.slice(at, at + 10), [cue(1, signs)])?.start).toBe(1);
});

test("the words before a found one are shown from the beginning of its cue", () => {
  expect(found("brown", [cue(0, "The quick brown fox")])).toEqual({ start: 0, text: "The quick brown fox" });
  expect(found("配信", [cue(0, "今日は"), cue(2, "配信の始め方")])).toEqual({ start: 2, text: "配信の始め方" });
});

test("another speaker, a pause and length begin a paragraph", () => {
  const paragraphs = paragraphsOf([
    cue(0, "One", "Ada"),
    cue(2, "two", "Ada"),
    cue(4, "Three", "Bob"),
    cue(20, "Four", "Bob"),
    cue(22, "x".repeat(280), "Bob"),
    cue(24, "Five", "Bob"),
  ]);
  expect(paragraphs.map(({ start, speaker, text }) => [start, speaker, text.slice(0, 8)])).toEqual([
    [0, "Ada", "One two"],
    [4, "Bob", "Three"],
    [20, "Bob", "Four xxx"],
    [24, "Bob", "Five"],
  ]);
});
