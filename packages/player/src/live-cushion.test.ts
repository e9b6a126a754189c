import { expect, test } from "vitest";
import { LiveCushion } from "./live-cushion.ts";

/** Ten seconds in which pieces of so many tenths of a second come whenever `least` is left; from `at` in milliseconds. */
function fill(cushion: LiveCushion, at: number, least: number, tenths: number): number {
  for (let step = 0; step < 100; step += 1) cushion.add(at + step * 100, least + (tenths - (step % tenths)) / 10);
  return at + 10_000;
}

test("what is never used is spare, without half a piece and a tenth of a second", () => {
  const cushion = new LiveCushion();
  const at = fill(cushion, 0, 0.5, 2);
  expect(cushion.spare(at)).toBeCloseTo(0.6 - 0.05 - 0.1, 5);
  // Whole segments of four seconds: half of one is kept.
  const loops = new LiveCushion();
  expect(loops.spare(fill(loops, 0, 3, 40))).toBeCloseTo(3.1 - 1.95 - 0.1, 5);
});

test("nothing is spare before enough was seen, nor where the least was too little", () => {
  const cushion = new LiveCushion();
  cushion.add(0, 5);
  cushion.add(2_000, 5);
  expect(cushion.spare(2_000)).toBe(0);
  cushion.add(4_000, 0.05);
  expect(cushion.spare(4_000)).toBe(0);
});

test("each stop asks for more, half of which is forgotten in half a minute", () => {
  const spareAfter = (stops: number, seconds: number) => {
    const cushion = new LiveCushion();
    for (let stop = 0; stop < stops; stop += 1) cushion.stop(0);
    const from = seconds * 1_000 - 10_000;
    fill(cushion, from, 1, 2);
    return cushion.spare(seconds * 1_000);
  };
  expect(spareAfter(0, 30) - spareAfter(1, 30)).toBeCloseTo(0.1, 2);
  expect(spareAfter(0, 60) - spareAfter(3, 60)).toBeCloseTo(0.15, 2);
  // A connection that stops again and again is not asked for more than two seconds.
  expect(spareAfter(99, 10)).toBe(0);
  expect(spareAfter(99, 300)).toBeGreaterThan(0.5);
});
