import { expect, test } from "vitest";
import { isOwnAddress, ownRanges } from "./own-counting.ts";

test.each([
  ["198.51.100.7", true],
  ["198.51.101.7", false],
  ["203.0.113.9", true],
  ["203.0.113.10", false],
  ["::ffff:203.0.113.9", true],
  ["2001:db8:1::5", true],
  ["2001:db9::5", false],
  ["not an address", false],
  ["", false],
])("of a viewer at %s a project says %s: one of its own", (address, own) => {
  const ranges = ownRanges(["198.51.100.0/24", "203.0.113.9", "2001:db8::/32", "nonsense"]);
  expect(isOwnAddress(ranges, address)).toBe(own);
});

test("a project that names no address has none of its own", () => {
  expect(isOwnAddress(ownRanges([]), "127.0.0.1")).toBe(false);
});
