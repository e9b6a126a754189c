import { expect, test, vi } from "vitest";
import { h264For } from "./h264-profiles.ts";

const offer = [
  "a=rtpmap:96 VP8/90000",
  "a=rtpmap:103 H264/90000",
  "a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42001f",
  "a=rtpmap:104 H264/90000",
  "a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
  "a=rtpmap:105 H264/90000",
  "a=fmtp:105 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=f4001f",
  "",
].join("\r\n");

test.each([
  [66, /42e01f$/],
  [77, /f4001f$/],
  [100, /f4001f$/],
])("a picture of the profile %i is sent as %s", (profile, expected) => {
  expect(h264For(offer, profile)).toMatch(expected);
});

test("a profile that no offered decoder plays is not sent", () => {
  expect(h264For(offer, 110)).toBeNull();
  expect(h264For("a=rtpmap:96 VP8/90000\r\n", 66)).toBeNull();
});

test("of an offer of thousands of formats each line is read once", () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `a=rtpmap:${at} H264/90000`);
  const exec = vi.spyOn(RegExp.prototype, "exec");
  expect(h264For([...lines, offer].join("\r\n"), 66)).toMatch(/42e01f$/);
  const expressions = new Set(exec.mock.contexts);
  exec.mockRestore();
  // Each goes through the whole offer.
  expect(expressions.size).toBeLessThan(10);
});
