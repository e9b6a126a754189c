import { expect, test } from "vitest";
import { signPlaybackToken, type PassHolder } from "../platform/access/playback-token.ts";
import { KnownPasses } from "./known-passes.ts";

const now = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T18:00:00Z");
const holder: PassHolder = { kind: "user", id: 42 };

test("a cached pass still expires", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("secret", "abc123", holder, later);
  expect(passes.holder(token, "abc123", now)).toEqual(holder);
  expect(passes.holder(token, "abc123", now)).toEqual(holder);
  expect(passes.holder(token, "abc123", later)).toBeNull();
});

test("a cached pass opens no other video", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("secret", "abc123", holder, later);
  expect(passes.holder(token, "abc123", now)).toEqual(holder);
  expect(passes.holder(token, "abc124", now)).toBeNull();
  expect(passes.holder(token, "abc123", now)).toEqual(holder);
});

test("a pass of another installation is refused each time", () => {
  const passes = new KnownPasses("secret");
  const token = signPlaybackToken("another", "abc123", holder, later);
  for (let asked = 0; asked < 2; asked += 1) expect(passes.holder(token, "abc123", now)).toBeNull();
});
