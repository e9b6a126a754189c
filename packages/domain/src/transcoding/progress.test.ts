import { expect, test } from "vitest";
import { comparedShare, estimateSeconds, learnSpeed, observedSpeed } from "./progress.ts";

test("an estimate is unknown until a speed is known", () => {
  expect(estimateSeconds(60, null)).toBeNull();
  expect(estimateSeconds(60, 0)).toBeNull();
});

test("what waits ahead is shared among the workers, what remains is not", () => {
  expect(estimateSeconds(60, 2)).toBe(30);
  expect(estimateSeconds(60, 2, 120, 2)).toBe(60);
});

test("newer measurements count more than older ones, and none outweighs the rest", () => {
  const first = learnSpeed(null, 2);
  expect(first).toEqual({ speed: 2, samples: 1 });
  expect(learnSpeed(first, 4)).toEqual({ speed: 2.6, samples: 2 });
});

test("running work is estimated by its own speed once it has run long enough", () => {
  expect(observedSpeed(0.5, 100, 2)).toBeNull();
  expect(observedSpeed(0, 100, 10)).toBeNull();
  expect(observedSpeed(0.5, 100, 10)).toBe(5);
});

test("comparing rungs is a tenth of a short video's work, and hardly any of a long one's", () => {
  expect(comparedShare(30)).toBe(0.1);
  expect(comparedShare(60)).toBe(0.1);
  expect(comparedShare(3_600)).toBeCloseTo(0.1 / 60);
  expect(comparedShare(0)).toBe(0.1);
});
