import { expect, test } from "vitest";
import { readPlaybackToken, signPlaybackToken, type PassHolder } from "./playback-token.ts";

const key = "a-secret-of-this-installation";
const later = new Date("2026-05-01T18:00:00Z");
const member: PassHolder = { kind: "user", id: 42 };

test.each<PassHolder>([
  { kind: "user", id: 1 },
  { kind: "api_key", id: 2 ** 48 - 1 },
])("a token names its holder %j and its expiry, for its own video", (holder) => {
  const token = signPlaybackToken(key, "abc123", holder, later);
  expect(readPlaybackToken(key, token, "abc123")).toEqual({ holder, expiresAt: later.getTime() });
});

test("a token is none for another video or with another key", () => {
  const token = signPlaybackToken(key, "abc123", member, later);
  expect(readPlaybackToken(key, token, "abc124")).toBeNull();
  expect(readPlaybackToken("another-key", token, "abc123")).toBeNull();
});

test("a token in which any bit was changed, or that is no token at all, is refused", () => {
  const token = signPlaybackToken(key, "abc123", member, later);
  const bytes = Buffer.from(token, "base64url");
  const changed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    return copy.toString("base64url");
  });
  for (const each of [...changed, "", "x", "~", "a".repeat(60), "%00", `${token}=`]) {
    expect(readPlaybackToken(key, each, "abc123")).toBeNull();
  }
});

test("a token fits into a path as it is", () => {
  expect(signPlaybackToken(key, "abc123", member, later)).toMatch(/^[A-Za-z0-9_-]{60}$/);
});
