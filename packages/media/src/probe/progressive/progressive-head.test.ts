import { readFile } from "node:fs/promises";
import type { HeadPatch } from "@kinora/domain/uploads/progressive.ts";
import { expect, test } from "vitest";
import { clip, type ClipName } from "../../fixtures/clips.ts";
import { encodedOnce } from "../../fixtures/made-once.ts";
import { requireBox } from "../../packaging/boxes.ts";
import { readProgressiveHead } from "./progressive-head.ts";

/** Reads the head of a file of which `arrivedBytes` are there. */
const read = (bytes: Buffer, arrivedBytes = bytes.length, sizeBytes = bytes.length) =>
  readProgressiveHead({
    sizeBytes,
    arrivedBytes,
    read: (at, length) => Promise.resolve(Buffer.from(bytes.subarray(at, at + length))),
  });

const bytesOf = async (name: ClipName) => readFile(await clip(name));
/** A clip in another container, without encoding. */
const rewritten = async (name: ClipName, extension: string, ...options: string[]) =>
  readFile(await encodedOnce(extension, ["-i", await clip(name), "-c", "copy", ...options]));

function patched(bytes: Buffer, patches: readonly HeadPatch[]): Buffer {
  const out = Buffer.from(bytes);
  for (const { at, bytes: hex } of patches) out.write(hex, at, "hex");
  return out;
}

const H264 = expect.stringMatching(/^video\/mp4; codecs="avc1\.[0-9A-F]{6}, mp4a\.40\.2"$/);
const fastStart = await bytesOf("streamable");

test("an MP4 with its description in front is known as soon as that and the beginning of its media have arrived", async () => {
  const moov = requireBox(fastStart, ["moov"]);
  for (const arrived of [0, 15, 16, moov.start, moov.end - 1, moov.end])
    expect(await read(fastStart, arrived), `${arrived} bytes`).toBe("incomplete");
  const { payload } = requireBox(fastStart, ["mdat"]);
  expect(await read(fastStart, payload + 8)).toEqual({ mediaType: H264, patches: [] });
});

test("an MP4 with its description at the end is known as unsuitable by its first bytes", async () => {
  expect(await read(await rewritten("streamable", "mp4"), 64)).toBe("unsuitable");
});

test("a gap between description and media, edit lists and a picture without sound change nothing", async () => {
  const { end } = requireBox(fastStart, ["moov"]);
  const gap = Buffer.alloc(5_000);
  gap.writeUInt32BE(gap.length);
  gap.write("free", 4);
  const withGap = Buffer.concat([fastStart.subarray(0, end), gap, fastStart.subarray(end)]);
  expect(await read(withGap)).toEqual({ mediaType: H264, patches: [] });
  const reordered = await rewritten("bidirectional", "mp4", "-movflags", "+faststart");
  expect(reordered.includes("elst")).toBe(true);
  expect(await read(reordered)).toMatchObject({ patches: [] });
  const silent = await rewritten("streamable", "mp4", "-an", "-movflags", "+faststart");
  expect(await read(silent)).toMatchObject({ mediaType: expect.stringMatching(/^video\/mp4; codecs="avc1\.\w{6}"$/) });
});

test("a file that is longer or shorter than its boxes say is unsuitable", async () => {
  const trailing = Buffer.from("\0\0\0\x10free\0\0\0\0\0\0\0\0", "latin1");
  expect(await read(Buffer.concat([fastStart, trailing]))).toBe("unsuitable");
  expect(await read(fastStart.subarray(0, fastStart.length - 1_000))).toBe("unsuitable");
  // What is announced counts, not what has arrived.
  expect(await read(fastStart, fastStart.length - 1_000)).toMatchObject({ patches: [] });
});

test("a fragmented MP4 waits for its end, since browsers read all of its fragments first", async () => {
  const fragments = "+frag_keyframe+empty_moov+default_base_moof";
  expect(await read(await rewritten("streamable", "mp4", "-movflags", fragments), 4_000)).toBe("unsuitable");
});

test("a WebM is known by its first cluster, and the index at its end is hidden", async () => {
  const webm = await bytesOf("webm");
  const cluster = webm.indexOf(Buffer.from("1f43b675", "hex"));
  expect(await read(webm, cluster)).toBe("incomplete");
  const head = await read(webm, cluster + 12);
  if (typeof head === "string") throw new Error(head);
  expect(head.mediaType).toMatch(/^video\/webm; codecs="vp[89], opus"$/);
  expect(head.patches).toHaveLength(1);
  const hidden = patched(webm, head.patches);
  expect(await read(hidden)).toEqual({ mediaType: head.mediaType, patches: [] });
  // As browsers record: of unknown length, without an index.
  const live = await rewritten("webm", "webm", "-live", "1");
  expect(await read(live)).toMatchObject({ mediaType: head.mediaType });
});

test("a hidden SeekHead becomes a Void element of the same length, whatever its size is written in", async () => {
  const webm = await bytesOf("webm");
  const head = await read(webm);
  if (typeof head === "string") throw new Error(head);
  const at = head.patches[0]?.at ?? 0;
  const { length } = Buffer.from(head.patches[0]?.bytes ?? "", "hex");
  const sizeAt = at + 4;
  expect(webm.readUIntBE(at, 4)).toBe(0x114d9b74);
  // Its size in eight bytes, which RFC 8794 allows for any.
  const size = webm.readUInt8(sizeAt) & 0x7f;
  expect(webm.readUInt8(sizeAt) & 0x80).toBe(0x80);
  const long = Buffer.concat([
    webm.subarray(0, sizeAt),
    Buffer.from([1, 0, 0, 0, 0, 0, 0, size]),
    webm.subarray(sizeAt + 1),
  ]);
  const found = await read(long);
  if (typeof found === "string") throw new Error(found);
  expect(length).toBe(5);
  expect(Buffer.from(found.patches[0]?.bytes ?? "", "hex")).toHaveLength(9);
  expect(await read(patched(long, found.patches))).toMatchObject({ patches: [] });
});

test.each<ClipName>(["matroska", "transportStream", "animatedPng"])("%s waits for its end", async (name) => {
  expect(await read(await bytesOf(name))).toBe("unsuitable");
});

test("codecs that not every browser decodes, and sounds alone, are unsuitable", async () => {
  const front = ["-movflags", "+faststart"];
  const pcm = ["-i", await clip("streamable"), "-c:v", "copy", "-c:a", "pcm_s16le", ...front];
  expect(await read(await readFile(await encodedOnce("mov", pcm)))).toBe("unsuitable");
  expect(await read(await rewritten("streamable", "mp4", "-vn", ...front))).toBe("unsuitable");
});

test("no bytes that are cut off or changed do harm", async () => {
  const webm = await bytesOf("webm");
  for (const bytes of [fastStart.subarray(0, 4_000), webm.subarray(0, 700)])
    for (let at = 0; at < bytes.length; at += 1) {
      const odd = Buffer.from(bytes);
      odd.writeUInt8(odd.readUInt8(at) ^ 0xff, at);
      await expect(read(odd, odd.length, 1_000_000)).resolves.toBeDefined();
      await expect(read(odd.subarray(0, at))).resolves.toBeDefined();
    }
});
