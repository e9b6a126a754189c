import { BoxError, findBox, readBoxes, requireBox } from "./boxes.ts";
import type { Box } from "./boxes.ts";

/** Defaults a track's fragments fall back to (`trex`, ISO/IEC 14496-12 §8.8.3). */
export interface TrackDefaults {
  durationTicks: number;
  sizeBytes: number;
  flags: number;
}

/** One frame or audio packet inside a fragment. */
export interface Sample {
  durationTicks: number;
  sizeBytes: number;
  flags: number;
  /** Shown this many ticks after it is decoded; may be negative (`trun` version 1). */
  compositionOffsetTicks: number;
}

/** What a single-track `moof` says (ISO/IEC 14496-12 §8.8). */
export interface Fragment {
  /** Decode time of the first sample (`tfdt`, §8.8.12). */
  decodeTimeTicks: number;
  samples: Sample[];
  durationTicks: number;
}

/** True when a sample may be decoded without any other (§8.8.3.1: sample_is_non_sync_sample is 0). */
export function isKeyframe(sample: Sample): boolean {
  return (sample.flags & 0x0001_0000) === 0;
}

/** What a `moof` says of one of its tracks. */
export interface TrackFragment extends Fragment {
  trackId: number;
}

/** Reads a `moof` of one track. @throws BoxError when it is broken or has several tracks. */
export function readFragment(moof: Buffer, defaults: TrackDefaults): Fragment {
  const [traf, another] = trafs(moof);
  if (!traf || another) throw new BoxError("A fragment must have exactly one track.");
  return readTraf(moof, traf, defaults);
}

/** Reads a `moof` of several tracks, in the order of its boxes. @throws BoxError when it is broken or has a track nobody announced. */
export function readTrackFragments(moof: Buffer, defaults: ReadonlyMap<number, TrackDefaults>): TrackFragment[] {
  return trafs(moof).map((traf) => {
    const trackId = moof.readUInt32BE(requireBox(moof, ["tfhd"], traf).payload + 4);
    const known = defaults.get(trackId);
    if (!known) throw new BoxError(`There is no track ${trackId}.`);
    return { trackId, ...readTraf(moof, traf, known) };
  });
}

/** Lets the first frame of a segment show when it is decoded, in place; the first track of its first fragment is the picture. @throws BoxError */
export function showFirstAtOnce(segment: Buffer): void {
  const run = findBox(segment, ["moof", "traf", "trun"]);
  const layout = run && runLayout(segment, run);
  if (layout && layout.count > 0 && layout.compositionAt >= 0)
    segment.writeUInt32BE(0, layout.firstSample + layout.compositionAt);
}

function readTraf(moof: Buffer, traf: Box, defaults: TrackDefaults): Fragment {
  const header = readTrackHeader(moof, requireBox(moof, ["tfhd"], traf), defaults);
  const decodeTimeTicks = readDecodeTime(moof, requireBox(moof, ["tfdt"], traf));
  const samples: Sample[] = [];
  for (const box of readBoxes(moof, traf.payload, traf.end))
    if (box.type === "trun") samples.push(...readRun(moof, box, header));
  const durationTicks = samples.reduce((sum, sample) => sum + sample.durationTicks, 0);
  return { decodeTimeTicks, samples, durationTicks };
}

function trafs(moof: Buffer): Box[] {
  const outer = requireBox(moof, ["moof"]);
  return [...readBoxes(moof, outer.payload, outer.end)].filter((box) => box.type === "traf");
}

function readDecodeTime(bytes: Buffer, box: Box): number {
  return bytes.readUInt8(box.payload) === 1
    ? Number(bytes.readBigUInt64BE(box.payload + 4))
    : bytes.readUInt32BE(box.payload + 4);
}

/** `tfhd` (§8.8.7): which defaults it overrides is said by its flags. */
function readTrackHeader(bytes: Buffer, box: Box, defaults: TrackDefaults): TrackDefaults {
  const flags = bytes.readUInt32BE(box.payload) & 0xffffff;
  let at = box.payload + 8;
  if (flags & 0x000001) at += 8;
  if (flags & 0x000002) at += 4;
  const read = (flag: number, otherwise: number): number => {
    if (!(flags & flag)) return otherwise;
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  return {
    durationTicks: read(0x000008, defaults.durationTicks),
    sizeBytes: read(0x000010, defaults.sizeBytes),
    flags: read(0x000020, defaults.flags),
  };
}

interface RunLayout {
  version: number;
  flags: number;
  count: number;
  firstSampleFlags: number | null;
  firstSample: number;
  sampleBytes: number;
  /** Offset of the composition offset within a sample's entry, or −1. */
  compositionAt: number;
}

/** `trun` (§8.8.8): what each sample's entry holds is said by the box's flags. */
function runLayout(bytes: Buffer, box: Box): RunLayout {
  const flags = bytes.readUInt32BE(box.payload) & 0xffffff;
  const count = bytes.readUInt32BE(box.payload + 4);
  let at = box.payload + 8;
  if (flags & 0x001) at += 4;
  const firstSampleFlags = flags & 0x004 ? bytes.readUInt32BE(at) : null;
  if (flags & 0x004) at += 4;
  const before = [0x100, 0x200, 0x400].filter((flag) => flags & flag).length * 4;
  const sampleBytes = before + (flags & 0x800 ? 4 : 0);
  if (at + count * sampleBytes > box.end) throw new BoxError("A run claims more samples than it holds.");
  if (sampleBytes === 0 && count > 1_000_000) throw new BoxError("A run claims too many samples.");
  return {
    version: bytes.readUInt8(box.payload),
    flags,
    count,
    firstSampleFlags,
    firstSample: at,
    sampleBytes,
    compositionAt: flags & 0x800 ? before : -1,
  };
}

function readRun(bytes: Buffer, box: Box, defaults: TrackDefaults): Sample[] {
  const layout = runLayout(bytes, box);
  return Array.from({ length: layout.count }, (_, index) => {
    let at = layout.firstSample + index * layout.sampleBytes;
    const read = (flag: number, otherwise: number): number => {
      if (!(layout.flags & flag)) return otherwise;
      at += 4;
      return bytes.readUInt32BE(at - 4);
    };
    const durationTicks = read(0x100, defaults.durationTicks);
    const sizeBytes = read(0x200, defaults.sizeBytes);
    const plainFlags = index === 0 && layout.firstSampleFlags !== null ? layout.firstSampleFlags : defaults.flags;
    const flags = read(0x400, plainFlags);
    const offset = layout.compositionAt < 0 ? 0 : layout.version === 0 ? bytes.readUInt32BE(at) : bytes.readInt32BE(at);
    return { durationTicks, sizeBytes, flags, compositionOffsetTicks: offset };
  });
}
