import { expect, test } from "vitest";
import { formatSpan } from "./Waterfall.tsx";

test.each([
  [0, "0 ms"],
  [80.4, "80 ms"],
  [2_140, "2.1 s"],
  [200_000, "3 min 20 s"],
  [3_900_000, "1 h 5 min"],
])("%d ms are %s", (ms, words) => expect(formatSpan(ms)).toBe(words));
