import { requireBox } from "./boxes.ts";
import type { Fragment } from "./fragment.ts";

/** The same init segment, counting in another number of ticks a second (`mdhd`, ISO/IEC 14496-12 §8.4.2). Returns a new buffer. */
export function withTimescale(init: Buffer, timescale: number): Buffer {
  const mdhd = requireBox(init, ["moov", "trak", "mdia", "mdhd"]);
  const out = Buffer.from(init);
  // Version 1 has 64-bit times before it.
  out.writeUInt32BE(timescale, mdhd.payload + (init.readUInt8(mdhd.payload) === 1 ? 20 : 12));
  return out;
}

/**
 * Counts fragments that follow each other in other ticks: each moment is rounded on its own, so that nothing adds up. Answers
 * a function to be called with one after the other.
 */
export function rescaler(from: number, to: number): (fragment: Fragment) => Fragment {
  let at = 0;
  const moment = (ticks: number) => Math.round((ticks * to) / from);
  return (fragment) => {
    const begin = moment(at);
    const samples = fragment.samples.map((sample) => {
      const decoded = moment(at);
      const shown = moment(at + sample.compositionOffsetTicks);
      at += sample.durationTicks;
      return { ...sample, durationTicks: moment(at) - decoded, compositionOffsetTicks: shown - decoded };
    });
    return { decodeTimeTicks: moment(fragment.decodeTimeTicks), samples, durationTicks: moment(at) - begin };
  };
}
