import { expect, test } from "vitest";
import { matchesEtag, readRange } from "./byte-ranges.ts";

test.each([
  ["bytes=0-99", { kind: "part", start: 0, end: 99 }],
  ["bytes=900-", { kind: "part", start: 900, end: 999 }],
  ["bytes=900-5000", { kind: "part", start: 900, end: 999 }],
  ["bytes=-100", { kind: "part", start: 900, end: 999 }],
  ["bytes=-5000", { kind: "part", start: 0, end: 999 }],
  ["bytes=999-999", { kind: "part", start: 999, end: 999 }],
  ["bytes=1000-", { kind: "unsatisfiable" }],
  ["bytes=-0", { kind: "unsatisfiable" }],
  ["Bytes=0-99", { kind: "part", start: 0, end: 99 }],
  ["bytes= 0-99 ", { kind: "part", start: 0, end: 99 }],
  ["bytes=900-18446744073709551615", { kind: "part", start: 900, end: 999 }],
  ["bytes=5-2", { kind: "whole" }],
  ["bytes=-", { kind: "whole" }],
  ["bytes=0-1,5-6", { kind: "whole" }],
  ["items=0-5", { kind: "whole" }],
  [undefined, { kind: "whole" }],
] as const)("of 1000 bytes, %s means %j", (header, answer) => {
  expect(readRange(header, 1000)).toEqual(answer);
});

test("an empty file has no satisfiable part", () => {
  expect(readRange("bytes=0-", 0)).toEqual({ kind: "unsatisfiable" });
  expect(readRange("bytes=-5", 0)).toEqual({ kind: "unsatisfiable" });
});

test("an entity tag is found in a list, weak or not", () => {
  expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
  expect(matchesEtag("*", '"b"')).toBe(true);
  expect(matchesEtag('"c"', '"b"')).toBe(false);
  expect(matchesEtag(undefined, '"b"')).toBe(false);
});
