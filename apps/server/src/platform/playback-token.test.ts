import { expect, test } from "vitest";
import { signPlaybackToken, verifyPlaybackToken } from "./playback-token.ts";

const key = "a-secret-of-this-installation";
const now = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T18:00:00Z");

test("a token opens its own video until it runs out", () => {
  const token = signPlaybackToken(key, "abc123", later);
  expect(verifyPlaybackToken(key, token, "abc123", now)).toBe(true);
  expect(verifyPlaybackToken(key, token, "abc123", later)).toBe(false);
});

test("a token opens no other video and works with no other key", () => {
  const token = signPlaybackToken(key, "abc123", later);
  expect(verifyPlaybackToken(key, token, "abc124", now)).toBe(false);
  expect(verifyPlaybackToken("another-key", token, "abc123", now)).toBe(false);
});

test("a token whose expiry was moved, or that is no token at all, is refused", () => {
  const bytes = Buffer.from(signPlaybackToken(key, "abc123", now), "base64url");
  bytes.writeUIntBE(later.getTime() / 1000, 0, 6);
  for (const token of [
    bytes.toString("base64url"),
    "",
    "x",
    "~",
    "a".repeat(51),
    "%00",
    `${signPlaybackToken(key, "abc123", later)}=`,
  ]) {
    expect(verifyPlaybackToken(key, token, "abc123", now)).toBe(false);
  }
});

test("a token fits into a path as it is", () => {
  expect(signPlaybackToken(key, "abc123", later)).toMatch(/^[A-Za-z0-9_-]{51}$/);
});
