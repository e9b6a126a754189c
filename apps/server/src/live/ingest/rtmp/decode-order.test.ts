import { expect, test } from "vitest";
import type { SourceMoment } from "../source-sink.ts";
import { DecodeOrder } from "./decode-order.ts";
import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

const composition = (ms: number): number[] => {
  const bytes = Buffer.alloc(3);
  bytes.writeIntBE(ms, 0, 3);
  return [...bytes];
};
/** A frame of H.264 with what is between its decode time and when it is shown. */
const avc = (at: number, ms: number): SourceMoment => ({
  type: FLV_VIDEO,
  at,
  body: Buffer.from([0x27, 1, ...composition(ms), 9]),
});
const hevc = (at: number, ms: number): SourceMoment => ({
  type: FLV_VIDEO,
  at,
  body: Buffer.concat([Buffer.from([0xa1]), Buffer.from("hvc1"), Buffer.from([...composition(ms), 9])]),
});
const compositionOf = (body: Buffer): number => body.readIntBE((body.readUInt8(0) & 0x80) === 0 ? 2 : 5, 3);

test.each([
  ["H.264", avc],
  ["HEVC", hevc],
])(
  "frames of %s that are all decoded at 0 get increasing decode times and keep their presentation times",
  (_, frame) => {
    // As flvmux writes x264's first frames: decoded at 0 until the clock is past it.
    const sent = [
      frame(0, 80),
      frame(0, 240),
      frame(0, 160),
      frame(40, 40),
      frame(40, 120),
      frame(80, 0),
      frame(80, 0),
    ];
    const before = sent.map(({ body }) => Buffer.from(body));
    const order = new DecodeOrder();
    const placed = sent.map((moment) => order.place(moment));
    expect(placed.map(({ at }) => at)).toEqual([0, 1, 2, 40, 41, 80, 81]);
    const shown = placed.map(({ at, body }) => at + compositionOf(body));
    expect(shown).toEqual([80, 240, 160, 80, 160, 80, 81]);
    // The memory is the sender's.
    expect(sent.map(({ body }) => body)).toEqual(before);
  },
);

test("a clock that goes back on one track does not affect the other, and both continue once it has caught up", () => {
  const order = new DecodeOrder();
  const sound = (at: number): SourceMoment => ({ type: FLV_AUDIO, at, body: Buffer.from([0xaf, 1, 7]) });
  const times = [avc(100, 0), sound(100), avc(60, 0), sound(121), avc(101, 0), sound(121), avc(140, 0)];
  expect(times.map((moment) => order.place(moment).at)).toEqual([100, 100, 101, 121, 102, 122, 140]);
});

test("a decoder configuration keeps the time of the frame after it", () => {
  const order = new DecodeOrder();
  const descriptions: SourceMoment[] = [
    { type: FLV_VIDEO, at: 40, body: Buffer.from([0x17, 0, 0, 0, 0, 1]) },
    { type: FLV_AUDIO, at: 40, body: Buffer.from([0xaf, 0, 0x11, 0x90]) },
  ];
  for (const moment of descriptions) expect(order.place(moment)).toBe(moment);
  expect(order.place(avc(40, 0)).at).toBe(40);
  for (const moment of descriptions) expect(order.place(moment)).toBe(moment);
});
