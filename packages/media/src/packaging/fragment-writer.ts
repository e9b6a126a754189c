import type { Sample } from "./fragment.ts";

/** A fragment to write: samples that follow each other, and their bytes in the same order. */
export interface FragmentContent {
  sequence: number;
  trackId: number;
  decodeTimeTicks: number;
  samples: readonly Sample[];
  data: readonly Buffer[];
}

/** Which fields every sample of a run writes for itself (`trun` flags, §8.8.8); what all share is said once, in `tfhd`. */
const ownDuration = 0x000100;
const ownSize = 0x000200;
const ownFlags = 0x000400;
const ownOffset = 0x000800;

/** Writes one `moof`+`mdat` of one track (ISO/IEC 14496-12 §8.8.4–8.8.8, §8.1.1). */
export function writeFragment(content: FragmentContent): Buffer {
  const { samples } = content;
  const [first] = samples;
  const durationTicks = first?.durationTicks ?? 0;
  // The first sample is a key frame and the rest mostly are not, so what the second says is the better default.
  const flags = (samples[1] ?? first)?.flags ?? 0;
  const fields =
    ownSize |
    (samples.every((sample) => sample.durationTicks === durationTicks) ? 0 : ownDuration) |
    (samples.every((sample) => sample.flags === flags) ? 0 : ownFlags) |
    (samples.every((sample) => sample.compositionOffsetTicks === 0) ? 0 : ownOffset);
  const tfhd = fullBox("tfhd", 0, 0x020000 | 0x000008 | 0x000020, [content.trackId, durationTicks, flags]);
  const tfdt = fullBox("tfdt", 1, 0, [
    Math.floor(content.decodeTimeTicks / 2 ** 32),
    content.decodeTimeTicks % 2 ** 32,
  ]);
  const entries = samples.flatMap((sample) => [
    ...(fields & ownDuration ? [sample.durationTicks] : []),
    sample.sizeBytes,
    ...(fields & ownFlags ? [sample.flags] : []),
    ...(fields & ownOffset ? [sample.compositionOffsetTicks] : []),
  ]);
  // Version 1 of `trun` is the one whose offsets are signed; a few old parsers know only version 0.
  const version = samples.some((sample) => sample.compositionOffsetTicks < 0) ? 1 : 0;
  const moofWith = (dataOffset: number): Buffer =>
    box("moof", [
      fullBox("mfhd", 0, 0, [content.sequence]),
      box("traf", [tfhd, tfdt, fullBox("trun", version, 0x000001 | fields, [samples.length, dataOffset, ...entries])]),
    ]);
  // The offset of the data counts from the start of the moof, whose size does not depend on the number itself.
  const moof = moofWith(moofWith(0).length + 8);
  return Buffer.concat([moof, box("mdat", content.data)]);
}

/** A box with its size and type (§4.2). */
export function box(type: string, children: readonly Buffer[]): Buffer {
  const sizeBytes = children.reduce((sum, child) => sum + child.length, 8);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(sizeBytes, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, ...children], sizeBytes);
}

/** A box with version, flags and 32-bit numbers (§4.2). */
export function fullBox(type: string, version: number, flags: number, numbers: readonly number[]): Buffer {
  const payload = Buffer.alloc(4 + numbers.length * 4);
  payload.writeUInt32BE(((version << 24) | flags) >>> 0, 0);
  for (const [position, value] of numbers.entries()) payload.writeUInt32BE(value >>> 0, 4 + position * 4);
  return box(type, [payload]);
}
