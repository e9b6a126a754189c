import { afterEach, expect, test, vi } from "vitest";
import { readProgramme } from "./programme-map.ts";
import { crc32Mpeg } from "./splice-info.ts";
import { sectionPackets } from "./transport-fixtures.ts";

afterEach(() => vi.restoreAllMocks());

const PACKET_BYTES = 188;
const H264 = 0x1b;
const AAC = 0x0f;
const PRIVATE = 0x06;

/** A section of a table whose body follows its number, version and place. */
function section(tableId: number, body: readonly number[]): Buffer {
  const length = 5 + body.length + 4;
  const bytes = Buffer.from([tableId, 0xb0 | (length >> 8), length & 0xff, 0, 1, 0xc1, 0, 0, ...body]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32Mpeg(bytes), 0);
  return Buffer.concat([bytes, crc]);
}

const association = (pids: readonly number[]): Buffer =>
  section(
    0,
    pids.flatMap((pid, at) => [0, at + 1, 0xe0 | (pid >> 8), pid & 0xff]),
  );

/** A map with streams, each with its type and descriptors. */
const map = (...streams: readonly (readonly [type: number, ...descriptors: number[]])[]): Buffer =>
  section(2, [
    ...[0xe1, 0, 0xf0, 0],
    ...streams.flatMap(([type, ...descriptors], at) => [type, 0xe1, at, 0xf0, descriptors.length, ...descriptors]),
  ]);

const streamOf = (...sections: readonly (readonly [pid: number, section: Buffer])[]): Buffer =>
  Buffer.concat([...sections.flatMap(([pid, bytes]) => sectionPackets(pid, bytes)), Buffer.alloc(1)]);

/** Packets that continue a section which never ends. */
function endless(pid: number, tableId: number, packets: number): Buffer {
  const all = Buffer.alloc(packets * PACKET_BYTES, 0xff);
  for (let at = 0; at < all.length; at += PACKET_BYTES)
    all.writeUInt32BE((0x47_00_00_10 | (pid << 8) | (at === 0 ? 0x40_00_00 : 0)) >>> 0, at);
  all.set([0, tableId], 4);
  return all;
}

test("what continues without an end is no table, and is not copied again with each packet", () => {
  const programmes = association(Array.from({ length: 200 }, () => 0x100));
  const streams = [
    endless(0, 0x42, 5_000),
    Buffer.concat([streamOf([0, programmes]).subarray(0, -1), endless(0x100, 0x42, 5_000)]),
    Buffer.concat([streamOf([0, programmes]).subarray(0, -1), endless(0x100, 2, 5_000)]),
  ];
  const concat = vi.spyOn(Buffer, "concat");
  for (const bytes of streams) {
    concat.mockClear();
    expect(readProgramme(bytes)).toBeNull();
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
    expect(copied).toBeLessThan(5 * bytes.length);
  }
});

test("a table is found behind a section that never ended", () => {
  const bytes = Buffer.concat([endless(0, 0x42, 100), streamOf([0, association([0x100])], [0x100, map([H264])])]);
  expect(readProgramme(bytes)).toEqual({ number: 1, others: 0, video: "h264", audio: null });
});

test.each([
  ["without letters", [], null],
  ["of one letter", [0x65], null],
  ["of two letters", [0x65, 0x6e], "en"],
  ["of three letters without a kind", [0x65, 0x6e, 0x67], "en"],
  ["of other bytes", [0x22, 0x0a, 0x2c, 0], null],
])("a language %s does no harm", (_, letters, known) => {
  const language = [0x0a, letters.length, ...letters];
  const bytes = streamOf([0, association([0x100])], [0x100, map([H264], [AAC, ...language], [AAC, 0x0a, 0x40])]);
  expect(readProgramme(bytes)?.sounds?.map((sound) => sound.language)).toEqual([known, null]);
});

test("descriptors of odd lengths, and maps whose streams reach beyond them, are read as far as they go", () => {
  for (const descriptors of [[5], [5, 9, 0x43], [0x6a], [0x6a, 0xff], [5, 0, 5, 4, 0x43, 0x55]]) {
    const bytes = streamOf([0, association([0x100])], [0x100, map([H264], [PRIVATE, ...descriptors])]);
    const sound = descriptors[0] === 0x6a && descriptors.length > 1 ? "other" : null;
    expect(readProgramme(bytes)).toEqual({ number: 1, others: 0, video: "h264", audio: sound });
  }
  const cut = map([H264], [AAC]);
  cut.writeUInt16BE(0xffff, 15);
  expect(readProgramme(streamOf([0, association([0x100])], [0x100, cut]))).toMatchObject({
    video: "h264",
    audio: null,
  });
});

test("an adaptation field that is longer than its packet leaves nothing of the packet", () => {
  const packet = Buffer.alloc(PACKET_BYTES, 0);
  packet.writeUInt32BE(0x47_40_00_30, 0);
  for (const length of [0, 182, 183, 184, 255]) {
    packet.writeUInt8(length, 4);
    const bytes = Buffer.concat([packet, streamOf([0, association([0x100])], [0x100, map([H264])])]);
    expect(readProgramme(bytes)).toMatchObject({ video: "h264" });
  }
});
