import { expect, test } from "vitest";
import { LIVE_CAPTIONS_LATE_SECONDS, placeCues } from "./live-captions.ts";

const cue = (startMs: number, endMs: number, text = "words") => ({ startMs, endMs, lines: [text] });
const times = (cues: readonly { startMs: number; endMs: number }[]) =>
  cues.map(({ startMs, endMs }) => [startMs, endMs]);

test("a caption whose segment is still to come keeps its time", () => {
  const { placed, waiting } = placeCues([cue(10_500, 12_500), cue(13_000, 14_500)], {
    ...{ fromMs: 10_000, untilMs: 12_000, freeMs: 0 },
  });
  expect([times(placed), times(waiting)]).toEqual([[[10_500, 12_500]], [[13_000, 14_500]]]);
});

test("captions that are known late begin with the next segment, one after the other, and catch up", () => {
  const { placed, freeMs, waiting } = placeCues([cue(2_000, 6_000), cue(6_000, 8_000), cue(8_000, 8_200)], {
    ...{ fromMs: 10_000, untilMs: 16_000, freeMs: 9_000 },
  });
  expect(times(placed)).toEqual([
    [10_000, 14_000],
    [14_000, 15_400],
    [15_400, 16_400],
  ]);
  expect([freeMs, waiting]).toEqual([16_400, []]);
});

test("a caption does not begin before the one that players have ends", () => {
  const { placed } = placeCues([cue(9_000, 10_000)], { fromMs: 10_000, untilMs: 12_000, freeMs: 11_000 });
  expect(times(placed)).toEqual([[11_000, 12_000]]);
});

test("what is later than promised is left out", () => {
  const lateMs = LIVE_CAPTIONS_LATE_SECONDS * 1_000;
  const { placed, leftOut } = placeCues([cue(0, 1_000), cue(100, 1_100)], {
    ...{ fromMs: lateMs + 50, untilMs: lateMs + 2_050, freeMs: 0 },
  });
  expect([times(placed), leftOut]).toEqual([[[lateMs + 50, lateMs + 1_050]], 1]);
});
