import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countVisitors, mergeSketches, sketchOf, withVisitors } from "./visitor-sketch.ts";

const hashOf = (visitor: number | string) => createHash("sha256").update(String(visitor)).digest();
const visitors = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => hashOf(from + at));

test("few visitors are counted exactly, and nobody is nobody", () => {
  expect(countVisitors(sketchOf([]))).toBe(0);
  for (const count of [1, 2, 5, 10, 20]) expect(countVisitors(sketchOf(visitors(0, count)))).toBe(count);
});

test.each([100, 1_000, 5_000, 10_000, 20_000, 100_000])("%d visitors are counted within 3 %% on average", (count) => {
  const runs = count > 20_000 ? 2 : 5;
  const errors = Array.from({ length: runs }, (_, run) => {
    const sketch = sketchOf(visitors(run * 1e7, run * 1e7 + count));
    expect(sketch.length).toBeLessThanOrEqual(4_096);
    return Math.abs(countVisitors(sketch) - count) / count;
  });
  expect(errors.reduce((sum, error) => sum + error, 0) / runs).toBeLessThan(0.03);
});

test("sketches merge in any order and grouping, and visitors of both count once", () => {
  const some = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 2_000 });
  fc.assert(
    fc.property(some, some, some, (a, b, c) => {
      const [x, y, z] = [a, b, c].map((each) => sketchOf(each.map(hashOf)));
      const whole = sketchOf([...a, ...b, ...c].map(hashOf));
      expect(mergeSketches([x!, y!, z!])).toEqual(whole);
      expect(mergeSketches([mergeSketches([z!, x!]), y!, y!])).toEqual(whole);
    }),
    { numRuns: 20 },
  );
});

test("a sketch takes more visitors, and is the same for those it has", () => {
  const some = sketchOf(visitors(0, 3_000));
  expect(withVisitors(some, visitors(1_000, 2_000))).toBeNull();
  expect(withVisitors(some, visitors(2_000, 4_000))).toEqual(sketchOf(visitors(0, 4_000)));
  // A hash whose bits beyond the index are all 0.
  const zeros = Buffer.alloc(16);
  expect(countVisitors(sketchOf([zeros]))).toBe(1);
  expect(withVisitors(sketchOf([zeros]), [zeros])).toBeNull();
});
