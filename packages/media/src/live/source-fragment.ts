import type { FragmentBody } from "./fragment-body.ts";

/** A frame or packet to write, and its sample fields. */
export interface SourceSample {
  sizeBytes: number;
  durationTicks: number;
  /** Composition time; some encoders send negative ones. */
  compositionTicks: number;
}

/** One track's share of a fragment. */
export interface SourceTrack {
  trackId: number;
  startTicks: number;
  samples: readonly SourceSample[];
  /** The first sample may be decoded without any other. */
  startsIndependent: boolean;
  /** All of them may. */
  allIndependent: boolean;
}

/** Sample flags (ISO/IEC 14496-12 §8.8.3.1): needs no other sample; needs others and is no sync sample. */
const independent = 0x0200_0000;
const dependent = 0x0101_0000;

const trunFlags = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, composition: 0x800 } as const;

const boxBytes = 8;
const mfhdBytes = 16;
const tfhdBytes = 24;
const tfdtBytes = 20;
const trunBytes = 20;

interface Layout {
  track: SourceTrack;
  flags: number;
  sampleBytes: number;
  trafBytes: number;
  dataBytes: number;
}

/**
 * Writes one `moof` and `mdat` of several tracks (ISO/IEC 14496-12 §8.8) around the tracks' bytes, which are in `body`, one track after
 * the other. Takes ownership of the body.
 */
export function writeSourceFragment(sequence: number, tracks: readonly SourceTrack[], body: FragmentBody): Buffer {
  const layouts = tracks.filter(({ samples }) => samples.length > 0).map(layoutOf);
  let moofBytes = boxBytes + mfhdBytes;
  let dataBytes = 0;
  for (const layout of layouts) {
    moofBytes += layout.trafBytes;
    dataBytes += layout.dataBytes;
  }
  const out = body.after(moofBytes + boxBytes);
  let at = boxAt(out, 0, moofBytes, "moof");
  at = boxAt(out, at, mfhdBytes, "mfhd");
  at = out.writeUInt32BE(0, at);
  at = out.writeUInt32BE(sequence, at);
  let dataAt = moofBytes + boxBytes;
  for (const layout of layouts) {
    at = writeTraf(out, at, layout, dataAt);
    dataAt += layout.dataBytes;
  }
  boxAt(out, at, boxBytes + dataBytes, "mdat");
  return out;
}

function layoutOf(track: SourceTrack): Layout {
  const { samples } = track;
  const duration = samples[0]?.durationTicks;
  let flags = trunFlags.dataOffset | trunFlags.size;
  let dataBytes = 0;
  for (const sample of samples) {
    if (sample.durationTicks !== duration) flags |= trunFlags.duration;
    if (sample.compositionTicks !== 0) flags |= trunFlags.composition;
    dataBytes += sample.sizeBytes;
  }
  if (track.startsIndependent && !track.allIndependent) flags |= trunFlags.firstFlags;
  const sampleBytes = 4 + (flags & trunFlags.duration ? 4 : 0) + (flags & trunFlags.composition ? 4 : 0);
  const runBytes = trunBytes + (flags & trunFlags.firstFlags ? 4 : 0) + samples.length * sampleBytes;
  return { track, flags, sampleBytes, trafBytes: boxBytes + tfhdBytes + tfdtBytes + runBytes, dataBytes };
}

function writeTraf(out: Buffer, start: number, layout: Layout, dataAt: number): number {
  const { track, flags, trafBytes } = layout;
  let at = boxAt(out, start, trafBytes, "traf");
  at = boxAt(out, at, tfhdBytes, "tfhd");
  // Offsets count from the moof; a duration and flags for all samples (§8.8.7).
  at = out.writeUInt32BE(0x020000 | 0x000008 | 0x000020, at);
  at = out.writeUInt32BE(track.trackId, at);
  at = out.writeUInt32BE(track.samples[0]?.durationTicks ?? 0, at);
  at = out.writeUInt32BE(track.allIndependent ? independent : dependent, at);
  at = boxAt(out, at, tfdtBytes, "tfdt");
  at = out.writeUInt32BE(0x0100_0000, at);
  at = out.writeUInt32BE(Math.floor(track.startTicks / 2 ** 32), at);
  at = out.writeUInt32BE(track.startTicks % 2 ** 32, at);
  at = boxAt(out, at, start + trafBytes - at, "trun");
  // Version 1 has signed offsets; a few old parsers know only version 0.
  const isSigned = track.samples.some(({ compositionTicks }) => compositionTicks < 0);
  at = out.writeUInt32BE((isSigned ? 0x0100_0000 : 0) | flags, at);
  at = out.writeUInt32BE(track.samples.length, at);
  at = out.writeUInt32BE(dataAt, at);
  if (flags & trunFlags.firstFlags) at = out.writeUInt32BE(independent, at);
  for (const { durationTicks, sizeBytes, compositionTicks } of track.samples) {
    if (flags & trunFlags.duration) at = out.writeUInt32BE(durationTicks, at);
    at = out.writeUInt32BE(sizeBytes, at);
    if (flags & trunFlags.composition) at = out.writeInt32BE(compositionTicks, at);
  }
  return at;
}

function boxAt(out: Buffer, at: number, sizeBytes: number, type: string): number {
  out.writeUInt32BE(sizeBytes, at);
  out.write(type, at + 4, 4, "latin1");
  return at + boxBytes;
}
