import { expect, test } from "vitest";
import { cutCues, haveLongGap } from "./kept-captions.ts";

const cue = (startMs: number, endMs: number, text = "words") => ({ startMs, endMs, lines: [text] });
const times = (cues: readonly { startMs: number; endMs: number }[]) =>
  cues.map(({ startMs, endMs }) => [startMs, endMs]);

test("captions of a cut have its times, and those at its edges begin and end with it", () => {
  const cues = [cue(1_000, 4_500), cue(5_000, 7_000), cue(7_000, 7_800), cue(9_000, 11_000), cue(12_000, 13_000)];
  expect(times(cutCues(cues, [{ fromMs: 4_000, untilMs: 10_000, atMs: 0 }]))).toEqual([
    [0, 500],
    [1_000, 3_000],
    [3_000, 3_800],
    [5_000, 6_000],
  ]);
});

test("of several stretches each has its place, and what nobody could read is left out", () => {
  const cues = [cue(1_900, 3_000), cue(10_000, 12_000), cue(13_900, 15_000), cue(13_000, 13_100)];
  const stretches = [
    { fromMs: 0, untilMs: 2_000, atMs: 0 },
    { fromMs: 10_500, untilMs: 14_000, atMs: 2_000 },
  ];
  expect(times(cutCues(cues, stretches))).toEqual([
    [2_000, 3_500],
    [4_500, 4_600],
  ]);
});

test.each([
  { what: "no caption at all", cues: [], durationMs: 300_000, gap: true },
  { what: "a short film without one", cues: [], durationMs: 30_000, gap: false },
  { what: "captions from the first to the last minute", cues: [cue(0, 60_000), cue(170_000, 200_000)], gap: false },
  { what: "captions that begin late", cues: [cue(150_000, 200_000)], gap: true },
  { what: "captions with a hole", cues: [cue(0, 10_000), cue(130_000, 200_000)], gap: true },
  { what: "captions that end early", cues: [cue(0, 100_000)], durationMs: 220_000, gap: true },
])("a long gap: $what", ({ cues, durationMs = 200_000, gap }) => {
  expect(haveLongGap(cues, durationMs)).toBe(gap);
});
