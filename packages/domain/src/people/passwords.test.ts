import { expect, test } from "vitest";
import { passwordProblem, passwordScore } from "./passwords.ts";

test.each([
  ["short", "Use at least 12 characters."],
  ["x".repeat(201), "Use at most 200 characters."],
  ["aaaaaaaaaaaaaaaa", "easy to guess"],
  ["password12345678", "easy to guess"],
  ["abcabcabcabcabc", "easy to guess"],
  ["1234567890123456", "easy to guess"],
  ["qwertyuiopasdfghjkl", "easy to guess"],
])("%j is refused", (password, reason) => {
  expect(passwordProblem(password)).toContain(reason);
});

test.each(["correct horse battery", "lime-otter-sails-9", "Tr4mpelpfad&Nuss"])("%j is taken", (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test("a password made of the person's own name and address is refused", () => {
  expect(passwordProblem("rosalinda.meyer", ["Rosalinda", "Meyer", "rosalinda.meyer@example.com"])).not.toBeNull();
});

test("a longer phrase is never weaker", () => {
  const phrase = "violet ladder quietly hums above";
  const scores = [14, 20, 26, 32].map((length) => passwordScore(phrase.slice(0, length)));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  expect(scores.at(-1)).toBe(4);
});
