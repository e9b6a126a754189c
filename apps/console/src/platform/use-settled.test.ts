import { expect, test } from "vitest";
import { effectiveSearch, isTooShort, searchOf } from "./use-settled.ts";

test.each([
  ["", null, false],
  ["   ", null, false],
  ["N", "n", true],
  ["Ne ", "ne", true],
  ["NEWS", "news", false],
  // A word where they come from.
  ["猫", "猫", false],
  ["配信", "配信", false],
  ["뉴a", "뉴a", true],
])("%j asks for %j", (typed, search, short) => {
  expect(searchOf(typed)).toBe(search);
  expect(isTooShort(typed)).toBe(short);
});

// spec: 5.4
test("a search begins with the third letter", () => {
  expect(effectiveSearch("ha")).toBe("");
  expect(effectiveSearch(" har ")).toBe("har");
  expect(effectiveSearch(" 配信 ")).toBe("配信");
});
