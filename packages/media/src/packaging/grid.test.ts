import fc from "fast-check";
import { expect, test } from "vitest";
import { planFrameGrid, segmentsPerChunk, toNumber } from "./grid.ts";

function rate(numerator: number, denominator: number, variableFrameRate = false): string {
  const { fps } = planFrameGrid({ fps: { numerator, denominator }, variableFrameRate });
  return fps.denominator === 1 ? `${fps.numerator}` : `${fps.numerator}/${fps.denominator}`;
}

test.each([
  [25, 1, false, "25"],
  [30000, 1001, false, "30000/1001"],
  [2997, 100, false, "30000/1001"],
  [120, 1, false, "60"],
  [120000, 1001, false, "60000/1001"],
  [100, 1, false, "50"],
  [18, 1, false, "18"],
  [1, 1, false, "5"],
  [1234, 100, false, "12340/1000"],
  [975, 74, true, "15"],
  [2891, 100, true, "30000/1001"],
  [90000, 1, true, "60"],
])(
  "a source of %i/%i frames a second (variable: %s) is put on a grid of %s",
  (numerator, denominator, variable, expected) => {
    expect(rate(numerator, denominator, variable)).toBe(expected);
  },
);

test("whatever the rate, frames last whole ticks, chunks are whole segments, and a segment is about four seconds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 240_000 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.boolean(),
      (numerator, denominator, variableFrameRate) => {
        const grid = planFrameGrid({ fps: { numerator, denominator }, variableFrameRate });
        expect(grid.timescale * grid.fps.denominator).toBe(grid.ticksPerFrame * grid.fps.numerator);
        expect(Number.isInteger(grid.ticksPerFrame) && grid.timescale >= 5000 && grid.timescale < 2 ** 31).toBe(true);
        expect(grid.framesPerChunk).toBe(grid.framesPerSegment * segmentsPerChunk);
        const seconds = grid.framesPerSegment / toNumber(grid.fps);
        expect(seconds > 3.5 && seconds < 4.5).toBe(true);
        expect(toNumber(grid.fps)).toBeLessThanOrEqual(60.01);
      },
    ),
  );
});

test.each([
  ["30 a second between stills", 1 / 30, "30"],
  ["a camera's jitter around 30", 1 / 32.5, "30000/1001"],
  ["25 a second", 0.04, "25"],
  ["as film", 1001 / 24_000, "24000/1001"],
  ["faster than anything encoded", 1 / 144, "60"],
])("a varying rate of %s is put on its grid", (_name, usualGapSeconds, expected) => {
  const fps = { numerator: 12, denominator: 1 };
  const { fps: grid } = planFrameGrid({ fps, variableFrameRate: true, usualGapSeconds });
  expect(grid.denominator === 1 ? `${grid.numerator}` : `${grid.numerator}/${grid.denominator}`).toBe(expected);
});
