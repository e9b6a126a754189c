import { expect, test } from "vitest";
import { beginningOf } from "./beginning.ts";

test.each([
  ["text", 2, "te"],
  ["text", 9, "text"],
  ["a😀b", 2, "a"],
  ["a😀b", 3, "a😀"],
  ["", 3, ""],
])("of %j up to %d units are %j", (text, longest, beginning) => expect(beginningOf(text, longest)).toBe(beginning));
