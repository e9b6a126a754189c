import { expect, test } from "vitest";
import { areWithin, isAddressAllowed, normalizeOrigin } from "./limits.ts";
import { apiKeyState } from "./states.ts";

test.each([
  [[], "203.0.113.9", true],
  [["203.0.113.9"], "203.0.113.9", true],
  [["203.0.113.9"], "203.0.113.10", false],
  [["203.0.113.0/24"], "203.0.113.200", true],
  [["203.0.113.0/24"], "::ffff:203.0.113.200", true],
  [["2001:db8::/32"], "2001:db8:1::1", true],
  [["2001:db8::/32"], "203.0.113.9", false],
  [["203.0.113.0/24"], "", false],
])("a key for %j works from %s: %s", (ranges, address, allowed) => {
  expect(isAddressAllowed(ranges, address)).toBe(allowed);
});

test.each([
  [[], [], true],
  [["203.0.113.9"], [], true],
  [[], ["203.0.113.0/24"], false],
  [["203.0.113.9"], ["203.0.113.0/24"], true],
  [["203.0.113.0/25"], ["203.0.113.0/24"], true],
  [["203.0.113.0/23"], ["203.0.113.0/24"], false],
  [["203.0.113.9", "198.51.100.1"], ["203.0.113.0/24"], false],
  [["203.0.113.9", "198.51.100.1"], ["203.0.113.0/24", "198.51.100.1"], true],
  [["0.0.0.0/0"], ["203.0.113.0/24"], false],
  [["2001:db8::1"], ["2001:db8::/32"], true],
])("the addresses %j lie within %j: %s", (inner, outer, within) => {
  expect(areWithin(inner, outer)).toBe(within);
});

test.each([
  ["https://example.com", "https://example.com"],
  [" HTTPS://Example.COM/ ", "https://example.com"],
  ["https://example.com:443", "https://example.com"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"],
  ["example.com", null],
  ["https://example.com/shop", null],
  ["https://*.example.com", null],
  ["https://user@example.com", null],
  ["ftp://example.com", null],
  ["https://", null],
  ["null", null],
  ["", null],
])("the origin %j is %j", (typed, origin) => {
  expect(normalizeOrigin(typed)).toBe(origin);
});

const now = new Date("2026-09-21T12:00:00Z");
const before = new Date("2026-09-21T11:59:59Z");
const after = new Date("2026-09-21T12:00:01Z");

test.each([
  [null, null, "active"],
  [after, null, "active"],
  [now, null, "expired"],
  [before, null, "expired"],
  [before, before, "disabled"],
  [null, before, "disabled"],
] as const)("a key that expires at %s and was disabled at %s is %s", (expires, disabled, state) => {
  expect(apiKeyState({ expires_at: expires, disabled_at: disabled }, now)).toBe(state);
});
