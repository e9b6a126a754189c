import { expect, test } from "vitest";
import { SpliceClock } from "./splice-clock.ts";

/** A clock that saw pictures of these marks, a second apart from this time on. */
function seen(marks: string, fromPts = 900_000): SpliceClock {
  const clock = new SpliceClock();
  for (const [at, mark] of marks.split("").entries()) clock.picture({ pts: (fromPts + at * 90_000) % 2 ** 33, mark });
  return clock;
}

test("nothing is known before the second picture, nor from one that was not seen", () => {
  const clock = seen("abc");
  expect(clock.msOf(900_000)).toBeNull();
  expect(clock.frame("x", 0)).toBe(false);
  expect(clock.frame(null, 0)).toBe(false);
  expect(clock.frame("a", 0)).toBe(true);
  expect(clock.msOf(900_000)).toBeNull();
  expect(clock.frame("b", 1_000)).toBe(true);
  expect(clock.msOf(900_000)).toBe(0);
});

test("pictures before the first key frame are left out by the demuxer, and the time of that frame is not its own", () => {
  const clock = seen("xxabc");
  expect(clock.frame("a", 0)).toBe(true);
  expect(clock.frame("b", 1_040)).toBe(true);
  expect(clock.msOf(900_000 + 2 * 90_000)).toBe(40);
  expect(clock.msOf(900_000 + 4 * 90_000)).toBe(2_040);
  expect(clock.msOf(900_000)).toBe(-1_960);
});

test("pictures that begin alike are distinguished by their order, wherever the first one is", () => {
  const clock = seen("xababab");
  for (const [at, mark] of "ababab".split("").entries()) {
    expect(clock.frame(mark, at === 0 ? 0 : 3_000 + at * 1_000)).toBe(true);
    if (at > 0) expect(clock.msOf(900_000)).toBe(2_000);
  }
});

test("a picture that the demuxer lost is passed over where its successors begin alike", () => {
  const clock = seen("aaaaa");
  expect(clock.frame("a", 0)).toBe(true);
  expect(clock.frame("a", 1_000)).toBe(true);
  expect(clock.frame("a", 3_000)).toBe(true);
  expect(clock.msOf(900_000)).toBe(0);
});

test("the clock of the stream wraps and jumps", () => {
  const clock = seen("abc", 2 ** 33 - 180_000);
  expect(clock.frame("a", 0)).toBe(true);
  expect(clock.frame("b", 1_000)).toBe(true);
  expect(clock.msOf(90_000)).toBe(3_000);
  expect(clock.frame("c", 2_000)).toBe(true);
  expect(clock.msOf(90_000)).toBe(3_000);
  clock.picture({ pts: 5_000_000_000, mark: "d" });
  expect(clock.msOf(5_000_000_000)).toBeNull();
  expect(clock.frame("d", 3_000)).toBe(true);
  expect(clock.msOf(5_000_000_000)).toBe(3_000);
});

test("so many pictures are kept and no more", () => {
  const clock = new SpliceClock();
  for (let at = 0; at < 1_001; at += 1) clock.picture({ pts: at * 90, mark: String(at) });
  expect(clock.frame("0", 0)).toBe(false);
  expect(clock.frame("1", 0)).toBe(true);
});
