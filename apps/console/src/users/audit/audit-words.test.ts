import { expect, test } from "vitest";
import { actionInWords } from "./audit-words.ts";

test.each([
  ["user.invite", "Invitation sent"],
  ["signing_key.revealed", "Signing key revealed"],
  ["bulk.cancelled", "Bulk canceled"],
  ["api_key.created", "API key created"],
])("%s is %s", (action, words) => {
  expect(actionInWords(action)).toBe(words);
});
