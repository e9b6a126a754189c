import { expect, test } from "vitest";
import { isFollowing } from "./system-queries.ts";

test.each([
  [false, { name: null, source: "built_in" }],
  [false, { name: null, source: "setting" }],
  [false, { name: "own.mmdb", source: "uploaded" }],
  [true, { name: "own.mmdb", source: "built_in" }],
  [true, { name: null, source: "uploaded" }],
] as const)("the page reads the country database again: %s for %j", (expected, countries) => {
  expect(isFollowing({ built_at: null, problem: null, ...countries })).toBe(expected);
});

test("a file that cannot be read is not waited for", () => {
  expect(isFollowing({ built_at: null, name: "own.mmdb", source: "built_in", problem: "It is empty." })).toBe(false);
});
