import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { BoxError, findBox, readBoxes, streamBoxes } from "./boxes.ts";
import { box, writeFragment } from "./fragment-writer.ts";
import { isKeyframe, readFragment } from "./fragment.ts";

const samples = [100, 200, 300].map((sizeBytes, index) => ({
  durationTicks: index === 2 ? 512 : 1024,
  sizeBytes,
  flags: 0x02000000,
  compositionOffsetTicks: 0,
}));
const data = [Buffer.alloc(200, 7), Buffer.alloc(400, 7)];
const none = { durationTicks: 0, sizeBytes: 0, flags: 0 };

test("a fragment that was written is read back, with its data where it says", () => {
  const bytes = writeFragment({ sequence: 7, trackId: 1, decodeTimeTicks: 2 ** 33 + 5, samples, data });
  const fragment = readFragment(bytes, none);
  expect(fragment).toEqual({ decodeTimeTicks: 2 ** 33 + 5, samples, durationTicks: 2560 });
  expect(fragment.samples.every(isKeyframe)).toBe(true);
  const mdat = [...readBoxes(bytes)].at(1);
  expect([mdat?.type, (mdat?.end ?? 0) - (mdat?.payload ?? 0)]).toEqual(["mdat", 600]);
  const trun = findBox(bytes, ["moof", "traf", "trun"]);
  expect(bytes.readUInt32BE((trun?.payload ?? 0) + 8)).toBe(mdat?.payload);
});

test("frames that show later or earlier than decoded keep their order of showing", () => {
  const video = [2, 4, 0, -1].map((offset, index) => ({
    durationTicks: 1,
    sizeBytes: 1,
    flags: index === 0 ? 0x02000000 : 0x01010000,
    compositionOffsetTicks: offset,
  }));
  const bytes = writeFragment({
    sequence: 1,
    trackId: 1,
    decodeTimeTicks: 10,
    samples: video,
    data: [Buffer.alloc(4)],
  });
  const fragment = readFragment(bytes, none);
  expect(fragment.samples).toEqual(video);
  expect(fragment.samples.map(isKeyframe)).toEqual([true, false, false, false]);
});

test("boxes are taken from a stream whole, however it is cut up", async () => {
  const bytes = Buffer.concat([
    box("ftyp", [Buffer.alloc(8)]),
    box("moof", [Buffer.alloc(100)]),
    box("mdat", [Buffer.alloc(1000, 1)]),
  ]);
  for (const size of [1, 7, 16, 500, 5000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const found: [string, number][] = [];
    for await (const one of streamBoxes(Readable.from(pieces))) found.push([one.type, one.bytes.length]);
    expect(found).toEqual([
      ["ftyp", 16],
      ["moof", 108],
      ["mdat", 1008],
    ]);
  }
});

test("boxes that lie about their size are refused", async () => {
  const tooLong = box("moof", [Buffer.alloc(8)]);
  tooLong.writeUInt32BE(999, 0);
  expect(() => [...readBoxes(tooLong)]).toThrow(BoxError);
  tooLong.writeUInt32BE(4, 0);
  expect(() => [...readBoxes(tooLong)]).toThrow(BoxError);
  const drain = async (bytes: Buffer): Promise<void> => {
    for await (const one of streamBoxes(Readable.from([bytes]))) expect(one.bytes.length).toBeGreaterThan(0);
  };
  await expect(drain(tooLong)).rejects.toBeInstanceOf(BoxError);
  await expect(drain(box("mdat", [Buffer.alloc(100)]).subarray(0, 50))).rejects.toThrow("ends inside a box");
});
