import { expect, test } from "vitest";
import { signPlaybackToken } from "../platform/playback-token.ts";
import { KnownPasses } from "./known-passes.ts";

const now = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T18:00:00Z");

test("a pass that was checked before still runs out", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("secret", "abc123", later);
  expect(passes.opens(token, "abc123", now)).toBe(true);
  expect(passes.opens(token, "abc123", now)).toBe(true);
  expect(passes.opens(token, "abc123", later)).toBe(false);
});

test("a pass that was checked before opens no other video", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("secret", "abc123", later);
  expect(passes.opens(token, "abc123", now)).toBe(true);
  expect(passes.opens(token, "abc124", now)).toBe(false);
  expect(passes.opens(token, "abc123", now)).toBe(true);
});

test("a pass of another installation is refused each time", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("another", "abc123", later);
  for (let asked = 0; asked < 2; asked += 1) expect(passes.opens(token, "abc123", now)).toBe(false);
});
