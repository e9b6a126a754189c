import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { FragmentError, openFragments } from "./fragment-reader.ts";
import type { FragmentLimits, LiveFragment } from "./fragment-reader.ts";

let sent: Buffer;
beforeAll(async () => {
  const { ffmpegPath } = await mediaTools();
  const fragmented = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "500000"];
  const args = ["-v", "error", "-i", await clip("streamable"), "-c", "copy", ...fragmented, "-f", "mp4", "pipe:1"];
  sent = (await promisify(execFile)(ffmpegPath, args, { encoding: "buffer", maxBuffer: 16 << 20 })).stdout;
});

function inPieces(bytes: Buffer, size: number): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return Readable.from(pieces);
}

async function read(bytes: Buffer, size = 4096, limits: Partial<FragmentLimits> = {}) {
  const stream = await openFragments(inPieces(bytes, size), limits);
  const fragments: LiveFragment[] = [];
  if (stream) for await (const fragment of stream.fragments) fragments.push(fragment);
  return { init: stream?.init ?? null, fragments };
}

test("a stream says what it is, and its fragments follow each other without a hole", async () => {
  const { init, fragments } = await read(sent);
  expect(init).toMatchObject({ width: 320, height: 180, codecs: [expect.stringMatching(/^avc1/), "mp4a.40.2"] });
  expect(init?.frameRate).toBeCloseTo(25, 1);
  expect(fragments[0]?.independent).toBe(true);
  for (const [at, { startSeconds, durationSeconds }] of fragments.entries()) {
    const next = fragments[at + 1];
    if (next) expect(next.startSeconds).toBeCloseTo(startSeconds + durationSeconds, 5);
  }
  const pieces = [init?.bytes ?? Buffer.alloc(0), ...fragments.map(({ bytes }) => bytes)];
  expect(sent.subarray(0, Buffer.concat(pieces).length).equals(Buffer.concat(pieces))).toBe(true);
});

test("however it is cut on its way, it reads the same", async () => {
  const whole = await read(sent);
  for (const size of [997, 65_536]) {
    expect((await read(sent, size)).fragments.map(({ startSeconds }) => startSeconds)).toEqual(
      whole.fragments.map(({ startSeconds }) => startSeconds),
    );
  }
});

test("a stream that breaks off ends with its last whole fragment", async () => {
  const whole = await read(sent);
  const cut = await read(sent.subarray(0, sent.length - 2000));
  expect(cut.fragments.length).toBeLessThan(whole.fragments.length);
  expect(cut.fragments.length).toBeGreaterThan(0);
  expect((await read(Buffer.alloc(0))).init).toBeNull();
});

test("what is too large is refused before it is held", async () => {
  await expect(read(sent, 4096, { largestFragmentBytes: 3000 })).rejects.toMatchObject({ code: "oversized" });
  const endless = Buffer.alloc(32);
  endless.writeUInt32BE(0x7fff_ffff, 0);
  endless.write("mdat", 4, "latin1");
  await expect(read(endless)).rejects.toMatchObject({ code: "oversized" });
});

test("garbage is refused by name and never breaks anything else", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 40 }),
      fc.nat({ max: 3000 }),
      async (changes, within) => {
        const bytes = Buffer.from(sent);
        for (const [at, value] of changes) bytes[at % (within + 100)] = value;
        const outcome = await read(bytes).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FragmentError);
      },
    ),
    { numRuns: 150 },
  );
});
