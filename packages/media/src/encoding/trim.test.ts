import { expect, test } from "vitest";
import { box, fullBox, writeFragment } from "../packaging/fragment-writer.ts";
import { findTrim, type StoredTrack } from "./trim.ts";

const FPS = 25;
const TICKS = 512;
const TIMESCALE = FPS * TICKS;
const GROUP = 50;
const KEY = 0x0200_0000;
const OTHER = 0x0101_0000;

/** The description of a track of H.264, as short as it can be. */
function init(): Buffer {
  const avcC = box("avcC", [Buffer.from([1, 0x64, 0, 0x1f])]);
  const entry = box("avc1", [Buffer.alloc(78), avcC]);
  const stsd = fullBox("stsd", 0, 0, [1]);
  const listed = Buffer.concat([stsd, entry]);
  listed.writeUInt32BE(listed.length, 0);
  const mdia = box("mdia", [fullBox("mdhd", 0, 0, [0, 0, TIMESCALE, 0, 0]), box("minf", [box("stbl", [listed])])]);
  const trak = box("trak", [fullBox("tkhd", 0, 0, [0, 0, 1, 0, 0]), mdia]);
  const mvex = box("mvex", [fullBox("trex", 0, 0, [1, 1, TICKS, 0, OTHER])]);
  return box("moov", [trak, mvex]);
}

/** Segments of so many pictures each, a key frame every two seconds. */
function track(lengths: readonly number[]): StoredTrack {
  const segments = lengths.map((frames, index) => {
    const first = lengths.slice(0, index).reduce((sum, count) => sum + count, 0);
    const samples = Array.from({ length: frames }, (_, at) => ({
      durationTicks: TICKS,
      sizeBytes: 1,
      flags: (first + at) % GROUP === 0 ? KEY : OTHER,
      compositionOffsetTicks: 2 * TICKS,
    }));
    const data = samples.map(() => Buffer.from([0]));
    return writeFragment({ sequence: 1, trackId: 1, decodeTimeTicks: first * TICKS, samples, data });
  });
  return {
    init: init(),
    // As playlists say it.
    seconds: lengths.map((frames) => Number((frames / FPS).toFixed(6))),
    read: (index) => Promise.resolve(segments[index] ?? Buffer.alloc(0)),
  };
}

test.each([
  { from: 0, to: 3, beginsAt: 0, endsAt: 3 },
  { from: 1.9, to: 3, beginsAt: 0, endsAt: 3 },
  { from: 2, to: 3, beginsAt: 2, endsAt: 3 },
  { from: 3.99, to: 9, beginsAt: 2, endsAt: 9 },
  // The first picture of the second segment, said with a tenth of a frame too few.
  { from: 3.996, to: 9, beginsAt: 4, endsAt: 9 },
  { from: 7, to: 99, beginsAt: 6, endsAt: 10 },
  { from: 99, to: 101, beginsAt: 8, endsAt: 10 },
])("a part from $from to $to begins at the key frame $beginsAt and ends at $endsAt", async ({ from, to, ...found }) => {
  expect(await findTrim({ picture: track([100, 100, 50]), sound: null }, { from, to })).toEqual(found);
});
