import { expect, test } from "vitest";
import { likenessOf, posterMoments } from "./video-details.ts";

test.each([
  [1, "excellent"],
  [0.98, "excellent"],
  [0.979, "good"],
  [0.95, "good"],
  [0.91, "fair"],
  [0.4, "poor"],
])("a similarity of %d is %s", (ssim, likeness) => {
  expect(likenessOf(ssim)).toBe(likeness);
});

test("eight moments lie evenly in a video, neither at its very beginning nor at its end", () => {
  expect(posterMoments(16)).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
});
