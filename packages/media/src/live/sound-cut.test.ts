import { expect, test } from "vitest";
import { readBoxes } from "../packaging/boxes.ts";
import { writeFragment } from "../packaging/fragment-writer.ts";
import { readFragment } from "../packaging/fragment.ts";
import { cutSound, decodeSpan } from "./sound-cut.ts";

const SECOND = 48_000;
const PACKET = 1024;
const sound = { timescale: SECOND, defaults: { durationTicks: PACKET, sizeBytes: 0, flags: 0 }, codec: "mp4a.40.2" };
const picture = { timescale: 15_360, defaults: { durationTicks: 512, sizeBytes: 0, flags: 0 }, codec: "avc1.64001F" };

/** Packets of sound, each of which says its number. */
function packets(first: number, count: number): Buffer {
  const samples = Array.from({ length: count }, () => ({
    durationTicks: PACKET,
    sizeBytes: 2,
    flags: 0,
    compositionOffsetTicks: 0,
  }));
  const data = samples.map((_, index) => Buffer.from([(first + index) >> 8, (first + index) & 0xff]));
  return writeFragment({ sequence: 1, trackId: 1, decodeTimeTicks: first * PACKET, samples, data });
}

/** Pictures of four seconds from a moment on, shown two frames after they are decoded. */
function pictures(startSeconds: number): Buffer {
  const samples = Array.from({ length: 120 }, () => ({
    durationTicks: 512,
    sizeBytes: 1,
    flags: 0,
    compositionOffsetTicks: 1024,
  }));
  const data = samples.map(() => Buffer.from([0]));
  return writeFragment({ sequence: 1, trackId: 1, decodeTimeTicks: startSeconds * 15_360, samples, data });
}

function read(segment: Buffer): { startSeconds: number; numbers: number[] } {
  const [moof, mdat] = [...readBoxes(segment)];
  if (!moof || !mdat) throw new Error("There is no fragment.");
  const { decodeTimeTicks, samples } = readFragment(segment.subarray(moof.start, moof.end), sound.defaults);
  const numbers = samples.map((_, index) => segment.readUInt16BE(mdat.payload + index * 2));
  return { startSeconds: decodeTimeTicks / SECOND, numbers };
}

test("a segment's sound begins with what is decoded, and the next continues where it ended", () => {
  // As a video's own segments are cut: by what is shown, two frames later than what is decoded.
  const [first, second, third] = [packets(0, 191), packets(191, 187), packets(378, 187)];
  const one = read(cutSound([first, second], sound, decodeSpan(pictures(4), picture), 2));
  const two = read(cutSound([second, third], sound, decodeSpan(pictures(8), picture), 2));
  expect(one.startSeconds).toBeGreaterThanOrEqual(4);
  expect(one.startSeconds).toBeLessThan(4 + PACKET / SECOND);
  const numbers = [...one.numbers, ...two.numbers];
  expect(numbers).toEqual(numbers.map((_, index) => 188 + index));
});

test("where no sound begins there is none, and a picture that is empty is refused", () => {
  expect(cutSound([packets(0, 10)], sound, decodeSpan(pictures(4), picture), 2)).toHaveLength(0);
  expect(() => decodeSpan(Buffer.alloc(0), picture)).toThrow("The segment is empty.");
});
