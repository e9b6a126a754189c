import { expect, test } from "vitest";
import { readVerboseAnswer } from "./answer.ts";

const plain = (answer: unknown, durationMs = 10_000) =>
  readVerboseAnswer(answer, durationMs)?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

// As hosted services answer with both granularities: words beside the segments, without punctuation.
const answered = {
  task: "transcribe",
  language: "english",
  duration: 4.2,
  text: "Good morning, everyone. Let's begin.",
  words: [
    { word: "Good", start: 0.12, end: 0.36 },
    { word: "morning", start: 0.36, end: 0.8 },
    { word: "everyone", start: 0.9, end: 1.4 },
    { word: "Let's", start: 2.1, end: 2.4 },
    { word: "begin", start: 2.4, end: 2.9 },
  ],
  segments: [
    {
      id: 0,
      seek: 0,
      start: 0,
      end: 1.6,
      text: " Good morning, everyone.",
      tokens: [1],
      temperature: 0,
      avg_logprob: -0.2,
      compression_ratio: 1,
      no_speech_prob: 0.01,
    },
    {
      id: 1,
      seek: 0,
      start: 2,
      end: 3,
      text: " Let's begin.",
      tokens: [1],
      temperature: 0,
      avg_logprob: -0.2,
      compression_ratio: 1,
      no_speech_prob: 0.01,
    },
  ],
};
const expected = [
  ["Good", 120, 360],
  ["morning,", 360, 800],
  ["everyone.", 900, 1_400],
  ["Let's", 2_100, 2_400],
  ["begin.", 2_400, 2_900],
];

test("an answer with both granularities has the text of segments and the times of words", () => {
  expect(plain(answered)).toEqual(expected);
  expect(readVerboseAnswer(answered, 10_000)?.language).toBe("en");
});

// As `whisper-server` of whisper.cpp answers: the words of a segment within it, with a blank before each.
test("an answer of whisper.cpp has its words within segments", () => {
  const segments = answered.segments.map(({ text, start, end }, at) => ({
    ...{ id: at, text, start, end, tokens: [1], temperature: 0, avg_logprob: -0.3 },
    words: answered.words
      .filter((word) => word.start >= start && word.end <= end)
      .map(({ word, ...times }) => ({ word: ` ${word}`, ...times, t_dtw: -1, probability: 0.9 })),
  }));
  expect(plain({ task: "transcribe", language: "english", duration: 4.2, text: answered.text, segments })).toEqual(
    expected,
  );
});

// As Speaches (faster-whisper) answers: the language as a code, words with their punctuation.
test("an answer of Speaches has words with their punctuation", () => {
  const words = expected.map(([text, startMs, endMs]) => ({
    ...{ word: ` ${String(text)}`, start: Number(startMs) / 1_000, end: Number(endMs) / 1_000, probability: 0.9 },
  }));
  const answer = {
    task: "transcribe",
    language: "en",
    duration: 4.2,
    text: answered.text,
    segments: answered.segments,
    words,
  };
  expect(plain(answer)).toEqual(expected);
});

// As LocalAI answers: segments alone, in nanoseconds.
test("an answer of LocalAI has segments in nanoseconds", () => {
  const segments = [{ id: 0, start: 2_000_000_000, end: 4_000_000_000, text: "ab cd", tokens: [1] }];
  expect(plain({ segments, text: "ab cd" })).toEqual([
    ["ab", 2_000, 3_000],
    ["cd", 3_000, 4_000],
  ]);
});

test("text alone is spread over the piece, and times beyond it end with it", () => {
  expect(plain({ text: "ab cd" }, 4_000)).toEqual([
    ["ab", 0, 2_000],
    ["cd", 2_000, 4_000],
  ]);
  expect(plain({ text: "", segments: [] })).toEqual([]);
  expect(plain({ segments: [{ start: -1, end: 30, text: "ab" }] }, 4_000)).toEqual([["ab", 0, 4_000]]);
});

test("what a model imagines in silence is left out", () => {
  const imagined = { start: 0, end: 4, text: "Thanks for watching!", no_speech_prob: 0.9, avg_logprob: -1.4 };
  expect(
    plain({ segments: [imagined, { start: 5, end: 6, text: "Hi.", no_speech_prob: 0.9, avg_logprob: -0.3 }] }),
  ).toEqual([["Hi.", 5_000, 6_000]]);
});

test.each([[null], [[]], ["text"], [{}], [{ error: "no model" }], [{ segments: [{ text: "a" }] }], [{ text: 5 }]])(
  "%j is no answer of the call",
  (answer) => {
    expect(readVerboseAnswer(answer, 1_000)).toBeNull();
  },
);

test("characters that cannot be stored are left out of words, texts and segments", () => {
  const words = [{ word: "a\0b\ud83d", start: 0, end: 1 }];
  expect(plain({ words })).toEqual([["ab\ufffd", 0, 1_000]]);
  expect(plain({ text: "c\0d" })).toEqual([["cd", 0, 10_000]]);
  expect(plain({ segments: [{ start: 0, end: 1, text: "e\udc00f" }] })).toEqual([["e\ufffdf", 0, 1_000]]);
});
