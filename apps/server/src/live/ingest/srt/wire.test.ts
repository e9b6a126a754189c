import fc from "fast-check";
import { expect, test } from "vitest";
import { Cookies } from "./cookies.ts";
import { inductionAnswer, unsupported, readHandshake, readStreamId, REFUSAL, writeHandshake } from "./handshake.ts";
import { LAST_SEQUENCE, readPacket, sequenceAfter, sequenceStep, writeControl } from "./packets.ts";
import { readStreamRequest } from "./stream-id.ts";
import { abilitiesExtension, induction, conclusion, streamIdExtension } from "./test-caller.ts";

/** What libsrt 1.5.1 sends for `srt://…?streamid=publish:good`. */
const RECORDED =
  "000000050000000539d729a0000005dc00002000ffffffff283d1529123456780100007f000000000000000000000000" +
  "0001000300010501000000bf00780000" +
  "000500036c6275703a687369646f6f67";

test("a written handshake is read back unchanged", () => {
  const word = conclusion(123, abilitiesExtension(), streamIdExtension("publish:key-1"));
  expect(readHandshake(writeHandshake(word))).toEqual(word);
  expect(readStreamId(word)).toBe("publish:key-1");
});

test("handshakes of libsrt are parsed", () => {
  const read = readHandshake(Buffer.from(RECORDED, "hex"));
  expect(read).toMatchObject({ version: 5, window: 8192, cookie: 0x12345678, firstSequence: 0x39d729a0 });
  expect(read && readStreamId(read)).toBe("publish:good");
  expect(read && unsupported(read)).toBeNull();
});

test("the answer to an induction is no longer than the induction", () => {
  const asked = writeHandshake(induction);
  expect(writeHandshake(inductionAnswer(induction, 9)).length).toBe(asked.length);
});

test("any datagram is parsed or ignored", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      const packet = readPacket(Buffer.from(noise));
      const body = packet?.kind === "control" ? packet.body : Buffer.from(noise);
      const read = readHandshake(body);
      if (!read) return;
      readStreamRequest(readStreamId(read));
      unsupported(read);
    }),
    { numRuns: 2_000 },
  );
});

test("a handshake that is truncated or changed anywhere is parsed or ignored", () => {
  const whole = writeHandshake(conclusion(1, abilitiesExtension(), streamIdExtension("#!::r=key,m=publish")));
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8(byte, at);
      const read = readHandshake(changed.subarray(0, length));
      if (read) readStreamRequest(readStreamId(read));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["key-1", { key: "key-1" }],
  ["publish:key-1", { key: "key-1" }],
  ["publish:key-1?pass=x", { key: "key-1" }],
  ["#!::r=key-1,m=publish", { key: "key-1" }],
  ["#!::m=publish,u=me,r=key-1", { key: "key-1" }],
  ["#!::r=key-1", { key: "key-1" }],
  // GStreamer's srtsink as its users write it, and what ffmpeg sends of an address in which # has to be written otherwise.
  ["#!::u=somebody,r=key-1", { key: "key-1" }],
  ["#!::h=example.org, r=live/key-1 ,t=stream,m=bidirectional", { key: "key-1" }],
  ["%23!::r=key-1,m=publish", { key: "key-1" }],
  ["%23%21%3A%3Ar%3Dkey-1%2Cm%3Dpublish", { key: "key-1" }],
  ["publish:live/key-1", { key: "key-1" }],
  ["publish:key-1%20", { key: "key-1" }],
  ["key-1#feedbackplay", { key: "key-1" }],
  ["live/key-1\r\n", { key: "key-1" }],
  ["#!::r= live/key-1 ,m=publish", { key: "key-1" }],
  ["100%", { key: "100%" }],
  ["#!::r=key-1,m=request", "watch"],
  ["request:key-1", "watch"],
  ["#!::u=me", "nothing"],
  ["publish:", "nothing"],
  ["", "nothing"],
])("the Stream ID %j requests %j", (streamId, request) => {
  expect(readStreamRequest(streamId)).toEqual(request);
});

test.each([
  ["nothing", [abilitiesExtension()], null],
  ["no abilities", [], REFUSAL.version],
  ["keys nobody can read", [abilitiesExtension(), { type: 3, content: Buffer.alloc(8) }], REFUSAL.cipher],
  ["bytes without borders", [abilitiesExtension(0xff)], REFUSAL.messages],
  ["the congestion control of files", [abilitiesExtension(), { ...streamIdExtension("file"), type: 6 }], 1013],
  ["that of livestreams, by name", [abilitiesExtension(), { ...streamIdExtension("live"), type: 6 }], null],
])("a caller with %s gets the answer %j", (_, extensions, code) => {
  expect(unsupported(conclusion(0, ...extensions))).toBe(code);
});

test("sequence numbers wrap", () => {
  expect(sequenceStep(LAST_SEQUENCE, 0)).toBe(1);
  expect(sequenceStep(3, LAST_SEQUENCE)).toBe(-4);
  const number = fc.nat(LAST_SEQUENCE);
  fc.assert(
    fc.property(number, fc.nat(2 ** 30 - 1), (from, steps) => sequenceStep(from, sequenceAfter(from, steps)) === steps),
  );
});

test("a cookie is valid for its address, its socket, its minute and the next", () => {
  let now = 59_000;
  const jar = new Cookies(() => now);
  const from = { address: "192.0.2.7", port: 5000 };
  const cookie = jar.issue(from, 77);
  now = 119_000;
  expect(jar.isValid(from, 77, cookie)).toBe(true);
  expect(jar.isValid(from, 78, cookie)).toBe(false);
  expect(jar.isValid({ ...from, port: 5001 }, 77, cookie)).toBe(false);
  expect(new Cookies(() => now).isValid(from, 77, cookie)).toBe(false);
  now = 120_000;
  expect(jar.isValid(from, 77, cookie)).toBe(false);
});

test("a written control packet is read back unchanged", () => {
  const body = Buffer.from([1, 2, 3, 4]);
  const packet = writeControl(6, { to: 9, moment: 5_000_000_000, information: 4, subtype: 3, body });
  expect(readPacket(packet)).toEqual({ kind: "control", type: 6, subtype: 3, information: 4, to: 9, body });
});
