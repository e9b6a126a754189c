import { expect, test } from "vitest";
import { countdown } from "./countdown.ts";

test.each([
  [0, "00:00"],
  [-5_000, "00:00"],
  [999, "00:01"],
  [245_000, "04:05"],
  [11_045_000, "03:04:05"],
  [183_845_000, "2 d 03:04:05"],
])("%d ms before the start a page shows %s", (left, says) => {
  expect(countdown(left)).toBe(says);
});
