import { expect, test } from "vitest";
import { isInRange, maskAddress, parseAddress, parseRange } from "./addresses.ts";
import { isOpen, nobodyPasses, OPEN_POLICY, type RestrictionPolicy } from "./policy.ts";
import { frameAncestors, normaliseReferrer } from "./referrers.ts";

test.each([
  ["example.com", "example.com"],
  ["  https://Example.COM/  ", "example.com"],
  ["http://example.com/shop/?a=b#c", "example.com/shop"],
  ["example.com:8080", "example.com:8080"],
  ["https://example.com:443", "example.com"],
  ["*.example.com", "*.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["localhost:5173", "localhost:5173"],
  ["192.0.2.7", "192.0.2.7"],
  ["[2001:db8::7]:8080", "[2001:db8::7]:8080"],
  ["example.com.", "example.com"],
  ["https://*.example.com/*", "*.example.com"],
  ["example.com/shop/*", "example.com/shop"],
])("%s is kept as %s", (typed, entry) => {
  expect(normaliseReferrer(typed)).toEqual({ entry });
});

test.each([
  "",
  "*",
  "*.com",
  "*.192.0.2.7",
  "ftp://example.com",
  "javascript:alert(1)",
  "https://",
  "exa mple.com",
  "user@example.com",
  "a.*.example.com",
  "/shop",
  "/*",
  "*/*",
  "example.com:99999",
  "exam'ple.com",
  "example.com;script-src",
  `a${".".repeat(500_000)}b`,
])("%s is no page", (typed) => {
  expect(normaliseReferrer(typed)).toEqual({ problem: expect.any(String) });
});

test("frame-ancestors names the allowed pages and our own", () => {
  const referrers = {
    mode: "only" as const,
    entries: ["example.com/shop", "*.example.org", "localhost:3000"],
    empty: true,
  };
  expect(frameAncestors({ referrers }, ["http://localhost:4000"])).toBe(
    "'self' http://localhost:4000 https://example.com:* http://example.com:* https://*.example.org:* http://*.example.org:* " +
      "https://localhost:3000 http://localhost:3000 app: capacitor: file: ionic: tauri:",
  );
  expect(frameAncestors({ referrers: { ...referrers, empty: false } }, [])).not.toContain("file:");
});

test("frame-ancestors is left out where any page may frame, or an IPv6 address, which it cannot name", () => {
  const referrers = { mode: "only" as const, entries: ["example.com", "[2001:db8::7]"], empty: false };
  expect(frameAncestors({ referrers }, [])).toBeNull();
  expect(frameAncestors({ referrers: { ...referrers, mode: "block" } }, [])).toBeNull();
});

test.each([
  ["192.0.2.1", true],
  ["::1", true],
  ["2001:db8::192.0.2.1", true],
  ["fe80::1%eth0", true],
  ["192.0.2.256", false],
  ["192.0.2", false],
  ["01.2.3.4", false],
  ["1:2:3:4:5:6:7", false],
  ["1::2::3", false],
  ["1:2:3:4:5:6:7::8", false],
  ["example.com", false],
])("%s is an address: %s", (text, is) => {
  expect(parseAddress(text) !== null).toBe(is);
});

test("ranges count bits, and a wrong one is none", () => {
  expect(parseRange("10.0.0.0/33")).toBeNull();
  expect(parseRange("2001:db8::/129")).toBeNull();
  expect(parseRange("10.0.0.0/8 evil")).toBeNull();
  const [everything, address] = [parseRange("0.0.0.0/0"), parseAddress("255.255.255.255")];
  expect(everything && address && isInRange(address, everything)).toBe(true);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["::ffff:203.0.113.77", "203.0.113.0"],
  ["2001:db8:77:1::5", "2001:db8:77::"],
  ["nonsense", ""],
])("%s is logged as %s", (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});

const policy = (part: Partial<RestrictionPolicy>): RestrictionPolicy => ({ ...OPEN_POLICY, ...part });

test.each<[string, Partial<RestrictionPolicy>, boolean]>([
  ["nothing restricted", {}, false],
  ["no page", { referrers: { mode: "only", entries: [], empty: false } }, true],
  ["no page but none", { referrers: { mode: "only", entries: [], empty: true } }, false],
  ["no country", { countries: { mode: "only", codes: [], unknown: false } }, true],
  ["two of two countries blocked", { countries: { mode: "block", codes: ["DE", "US"], unknown: false } }, true],
  ["no range", { addresses: { mode: "only", ranges: [] } }, true],
  ["every address blocked", { addresses: { mode: "block", ranges: ["0.0.0.0/0", "::/0"] } }, true],
  ["IPv4 blocked", { addresses: { mode: "block", ranges: ["0.0.0.0/0"] } }, false],
  ["no agent", { agents: { mode: "only", patterns: [] } }, true],
  ["signed without a key", { signed: true }, true],
])("a profile with %s: nobody passes is %s", (_, part, nobody) => {
  expect(nobodyPasses(policy(part), 0, 2) !== null).toBe(nobody);
});

test("a profile that refuses nobody is open", () => {
  expect(isOpen(OPEN_POLICY)).toBe(true);
  expect(isOpen(policy({ sessions: 3 }))).toBe(true);
  expect(isOpen(policy({ password: true }))).toBe(false);
  expect(isOpen(policy({ referrers: { mode: "block", entries: [], empty: true } }))).toBe(false);
});
