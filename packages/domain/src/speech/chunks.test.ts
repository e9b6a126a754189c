import fc from "fast-check";
import { expect, test } from "vitest";
import { CHUNK_LENGTHS, cutUtterances, planChunks, silencesWithin, type Span } from "./chunks.ts";

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });

test.each<[string, number, Span[], Span[]]>([
  ["short sound is one piece", 15_000, [], [span(0, 15_000)]],
  ["silence at both ends is left out", 15_000, [span(0, 3_000), span(12_000, 15_000)], [span(2_750, 12_250)]],
  ["sound that is silent has no piece", 15_000, [span(0, 15_000)], []],
  ["nothing has no piece", 0, [], []],
  [
    "sound without a silence is cut at a minute",
    130_000,
    [],
    [span(0, 60_000), span(60_000, 120_000), span(120_000, 130_000)],
  ],
  [
    "the longest silence after 20 s is chosen",
    80_000,
    [span(10_000, 14_000), span(30_000, 30_400), span(40_000, 42_000), span(50_000, 50_400)],
    [span(0, 40_250), span(41_750, 80_000)],
  ],
  ["a short silence is cut in its middle", 80_000, [span(40_000, 40_400)], [span(0, 40_200), span(40_200, 80_000)]],
  ["minutes of silence are in no piece", 400_000, [span(25_000, 380_000)], [span(0, 25_250), span(379_750, 400_000)]],
])("%s", (_sentence, durationMs, silences, expected) => {
  expect(planChunks(durationMs, silences)).toEqual(expected);
});

/** Silences in order, some at the very beginning. */
const silences = fc
  .array(fc.tuple(fc.nat(20_000), fc.integer({ min: 300, max: 90_000 })), { maxLength: 30 })
  .map((gaps) => {
    let at = 0;
    return gaps.map(([sound, silent]) => {
      const startMs = at + sound;
      at = startMs + silent;
      return span(startMs, at);
    });
  });

test("pieces are in order, not too long, and hold all that is not silent", () => {
  fc.assert(
    fc.property(silences, fc.nat(60_000), (quiet, rest) => {
      const durationMs = (quiet.at(-1)?.endMs ?? 0) + rest;
      const chunks = planChunks(durationMs, quiet);
      let last = 0;
      for (const { startMs, endMs } of chunks) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs - startMs).toBeLessThanOrEqual(CHUNK_LENGTHS.maxMs);
        expect(endMs).toBeLessThanOrEqual(durationMs);
        // What lies between two pieces is silent.
        expect(startMs === last || quiet.some((each) => each.startMs <= last && each.endMs >= startMs)).toBe(true);
        last = endMs;
      }
      expect(
        last >= durationMs - 250 || quiet.some((each) => each.startMs <= last && each.endMs >= durationMs - 250),
      ).toBe(true);
    }),
  );
});

test.each<[string, Span[], Span[]]>([
  [
    "each silence ends one",
    [span(3_000, 5_000), span(8_000, 8_600)],
    [span(0, 3_250), span(4_750, 8_250), span(8_350, 10_000)],
  ],
  ["a short one continues", [span(1_000, 1_400), span(4_000, 5_000)], [span(0, 4_250), span(4_750, 10_000)]],
  ["silence at the ends is left out", [span(0, 2_000), span(9_000, 10_000)], [span(1_750, 7_750), span(7_750, 9_250)]],
  ["a long one is cut", [], [span(0, 6_000), span(6_000, 10_000)]],
  ["silence alone has none", [span(0, 10_000)], []],
])("utterances: %s", (_sentence, silent, expected) => {
  expect(cutUtterances(10_000, silent, { minMs: 2_000, maxMs: 6_000 })).toEqual(expected);
});

test("silences within a piece are counted from its beginning", () => {
  const quiet = [span(0, 1_000), span(5_000, 6_000), span(9_500, 12_000)];
  expect(silencesWithin(span(500, 10_000), quiet)).toEqual([span(0, 500), span(4_500, 5_500), span(9_000, 9_500)]);
});
