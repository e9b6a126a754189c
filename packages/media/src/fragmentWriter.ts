import type { Sample } from "./fragment.ts";

/** A fragment to write: samples that follow each other, and their bytes in the same order. */
export interface FragmentContent {
  sequence: number;
  trackId: number;
  decodeTimeTicks: number;
  samples: readonly Sample[];
  data: Buffer;
}

/** Writes one `moof`+`mdat` (ISO/IEC 14496-12 §8.8.4–8.8.8, §8.1.1) whose samples show when they are decoded, as audio does. */
export function writeFragment(content: FragmentContent): Buffer {
  const [first] = content.samples;
  const durationTicks = first?.durationTicks ?? 0;
  const flags = first?.flags ?? 0;
  const even = content.samples.every((sample) => sample.durationTicks === durationTicks);
  const tfhd = fullBox("tfhd", 0, 0x020000 | 0x000008 | 0x000020, [content.trackId, durationTicks, flags]);
  const tfdt = fullBox("tfdt", 1, 0, [Math.floor(content.decodeTimeTicks / 2 ** 32), content.decodeTimeTicks % 2 ** 32]);
  const entries = content.samples.flatMap((sample) => (even ? [sample.sizeBytes] : [sample.durationTicks, sample.sizeBytes]));
  const trunFlags = 0x000001 | 0x000200 | (even ? 0 : 0x000100);
  const moofWith = (dataOffset: number): Buffer =>
    box("moof", [
      fullBox("mfhd", 0, 0, [content.sequence]),
      box("traf", [tfhd, tfdt, fullBox("trun", 0, trunFlags, [content.samples.length, dataOffset, ...entries])]),
    ]);
  // The offset of the data counts from the start of the moof, whose size does not depend on the number itself.
  const moof = moofWith(moofWith(0).length + 8);
  return Buffer.concat([moof, box("mdat", [content.data])]);
}

/** A box with its size and type (§4.2). */
export function box(type: string, children: readonly Buffer[]): Buffer {
  const sizeBytes = children.reduce((sum, child) => sum + child.length, 8);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(sizeBytes, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, ...children], sizeBytes);
}

function fullBox(type: string, version: number, flags: number, numbers: readonly number[]): Buffer {
  const payload = Buffer.alloc(4 + numbers.length * 4);
  payload.writeUInt32BE(((version << 24) | flags) >>> 0, 0);
  for (const [position, value] of numbers.entries()) payload.writeUInt32BE(value >>> 0, 4 + position * 4);
  return box(type, [payload]);
}
