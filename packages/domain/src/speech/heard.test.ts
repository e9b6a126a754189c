import { expect, test } from "vitest";
import { widthOf, wordsOf } from "./heard.ts";

const segment = (text: string) => ({ startMs: 1_000, endMs: 3_000, text });
const at = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });

test("a word has the punctuation of its passage and the times of the engine", () => {
  const timed = [at("hello", 1_100, 1_400), at("dr", 1_500, 1_600), at("oneills", 1_650, 2_200)];
  expect(wordsOf(segment(" Hello, Dr. O’Neill's!"), timed)).toEqual([
    { text: "Hello,", spaced: true, startMs: 1_100, endMs: 1_400 },
    { text: "Dr.", spaced: true, startMs: 1_500, endMs: 1_600 },
    { text: "O’Neill's!", spaced: true, startMs: 1_650, endMs: 2_200 },
  ]);
});

test("a passage without times of words is divided by their length", () => {
  expect(wordsOf(segment("abcd efgh")).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_000, 2_000],
    [2_000, 3_000],
  ]);
});

test("words that were spelled otherwise than the passage do not move it", () => {
  const timed = [at("twenty", 1_100, 1_200), at("euros", 1_300, 1_400)];
  expect(wordsOf(segment("20 €"), timed).map(({ startMs }) => startMs)).toEqual([1_000, 2_333]);
});

test("times never run backwards", () => {
  const timed = [at("one", 1_500, 1_400), at("two", 1_200, 1_900)];
  expect(wordsOf(segment("one two"), timed).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_500, 1_500],
    [1_500, 1_900],
  ]);
});

test("text without blanks is divided into words, and a mark alone has a time", () => {
  const words = wordsOf(segment("今天天气很好，我们去公园散步吧。"));
  expect(words.map(({ text }) => text).join("")).toBe("今天天气很好，我们去公园散步吧。");
  expect(words.length).toBeGreaterThan(4);
  expect(words.slice(1).every(({ spaced }) => !spaced)).toBe(true);
  expect(words.every(({ text }) => !/^[，。]/.test(text))).toBe(true);
  expect(wordsOf(segment("…"))).toEqual([{ text: "…", spaced: true, startMs: 1_000, endMs: 3_000 }]);
  expect(wordsOf(segment("  "))).toEqual([]);
});

test("Chinese, Japanese and Korean characters are two columns wide", () => {
  expect(widthOf("abc")).toBe(3);
  expect(widthOf("今天，")).toBe(6);
});
