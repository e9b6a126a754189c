import { expect, test } from "vitest";
import { encryptedBytes, withSegmentKey } from "./encrypted-playlist.ts";
import { mediaPlaylist } from "./playlist.ts";

test("the key comes after the initialization section and before the first segment", () => {
  const playlist = mediaPlaylist({
    segments: [{ uri: "00000.m4s", durationSeconds: 4 }],
    targetDurationSeconds: 4,
    ended: true,
  });
  const lines = withSegmentKey(playlist, "key").split("\n");
  const at = lines.indexOf('#EXT-X-KEY:METHOD=AES-128,URI="key"');
  expect(lines[at - 1]).toBe('#EXT-X-MAP:URI="init.mp4"');
  expect(lines[at + 1]).toBe("#EXTINF:4.000000,");
  expect(lines.toSpliced(at, 1).join("\n")).toBe(playlist);
});

test("a playlist without an initialization section is refused", () => {
  expect(() => withSegmentKey("#EXTM3U\n", "key")).toThrow("no initialization section");
});

test.each([
  [0, 16],
  [1, 16],
  [15, 16],
  [16, 32],
  [1_000, 1_008],
])("%i bytes take %i encrypted", (sizeBytes, encrypted) => {
  expect(encryptedBytes(sizeBytes)).toBe(encrypted);
});
