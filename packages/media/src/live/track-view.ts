import { BoxError, readBoxes, requireBox, type Box } from "../packaging/boxes.ts";
import { box, writeFragment } from "../packaging/fragment-writer.ts";
import { isKeyframe, readTrackFragments, type Sample } from "../packaging/fragment.ts";
import { readTracks } from "./live-init.ts";
import { pictureTrack, soundTrack } from "./source-init.ts";

/** The tracks of livestreams: each initialization segment has both (docs/decisions/0023). */
type ViewedTrack = "video" | "audio";

const trackIds: Record<ViewedTrack, number> = { video: pictureTrack, audio: soundTrack };

/** Flags of `tfhd` (ISO/IEC 14496-12 §8.8.7). */
const hasBaseOffset = 0x000001;
const hasDescription = 0x000002;
const hasDuration = 0x000008;
const hasSize = 0x000010;
/** Flags of `trun` (§8.8.8). */
const hasDataOffset = 0x000001;
const hasFirstFlags = 0x000004;
const hasSampleDuration = 0x000100;
const hasSampleSize = 0x000200;
const hasSampleFlags = 0x000400;
const hasSampleOffset = 0x000800;

const headerBytes = 8;
/** Media of livestreams says in each fragment what a `trex` would say for all. */
const noDefaults = { durationTicks: 0, sizeBytes: 0, flags: 0 };

/** An initialization segment with one of its tracks; null where it has no such track. @throws BoxError */
export function trackInit(init: Buffer, track: ViewedTrack): Buffer | null {
  const id = readTracks(init).find(({ kind }) => kind === track)?.trackId;
  if (id === undefined) return null;
  const moov = requireBox(init, ["moov"]);
  const kept: Buffer[] = [];
  for (const child of readBoxes(init, moov.payload, moov.end)) {
    if (child.type === "trak" && idOfTrack(init, child) !== id) continue;
    if (child.type !== "mvex") kept.push(init.subarray(child.start, child.end));
    else kept.push(box("mvex", defaultsOf(init, child, id)));
  }
  return Buffer.concat([init.subarray(0, moov.start), box("moov", kept)]);
}

/**
 * One track of a segment or a part: of each fragment the description of that track and its own bytes, which are copied and never
 * decoded. Empty where there is nothing of the track.
 * @throws BoxError when a fragment is malformed, or its offsets do not count from itself.
 */
export function trackView(media: Buffer, track: ViewedTrack): Buffer {
  const pieces: Buffer[] = [];
  for (const moof of readBoxes(media))
    if (moof.type === "moof") pieces.push(...fragmentView(media, moof, trackIds[track]));
  return Buffer.concat(pieces);
}

/**
 * The key frame with which a segment starts, as a segment of its own that lasts as long as the whole; null where the segment starts
 * with another frame.
 * @throws BoxError
 */
export function keyFrameView(segment: Buffer): Buffer | null {
  const view = trackView(segment, "video");
  let first: { sample: Sample; decodeTimeTicks: number; data: Buffer; sequence: number } | null = null;
  let durationTicks = 0;
  for (const moof of readBoxes(view)) {
    if (moof.type !== "moof") continue;
    const bytes = view.subarray(moof.start, moof.end);
    for (const fragment of readTrackFragments(bytes, new Map([[pictureTrack, noDefaults]]))) {
      durationTicks += fragment.durationTicks;
      const [sample] = fragment.samples;
      if (first || !sample) continue;
      const at = moof.end + headerBytes;
      const data = view.subarray(at, at + sample.sizeBytes);
      const sequence = view.readUInt32BE(requireBox(view, ["mfhd"], moof).payload + 4);
      first = { sample, decodeTimeTicks: fragment.decodeTimeTicks, data, sequence };
    }
  }
  if (!first || !isKeyframe(first.sample)) return null;
  const { sample, decodeTimeTicks, data, sequence } = first;
  return writeFragment({
    ...{ sequence, trackId: pictureTrack, decodeTimeTicks },
    samples: [{ ...sample, durationTicks }],
    data: [data],
  });
}

function idOfTrack(init: Buffer, trak: Box): number {
  const tkhd = requireBox(init, ["tkhd"], trak);
  // Version 1 has 64-bit times before the id (§8.3.2).
  return init.readUInt32BE(tkhd.payload + (init.readUInt8(tkhd.payload) === 1 ? 20 : 12));
}

/** What `mvex` holds for one track. */
function defaultsOf(init: Buffer, mvex: Box, id: number): Buffer[] {
  return [...readBoxes(init, mvex.payload, mvex.end)]
    .filter(({ type, payload }) => type !== "trex" || init.readUInt32BE(payload + 4) === id)
    .map(({ start, end }) => init.subarray(start, end));
}

function fragmentView(media: Buffer, moof: Box, id: number): Buffer[] {
  const kept: Buffer[] = [];
  const data: Buffer[] = [];
  /** Of the offsets to write, within the boxes that are kept. */
  const offsets: { at: number; dataBytes: number }[] = [];
  let keptBytes = 0;
  let dataBytes = 0;
  for (const child of readBoxes(media, moof.payload, moof.end)) {
    if (child.type === "traf" && trackOf(media, child) !== id) continue;
    for (const run of child.type === "traf" ? runsOf(media, child) : []) {
      const start = moof.start + run.dataOffset;
      if (start < moof.end || start + run.sizeBytes > media.length)
        throw new BoxError("A fragment claims more than it holds.");
      offsets.push({ at: keptBytes + run.offsetAt - child.start, dataBytes });
      data.push(media.subarray(start, start + run.sizeBytes));
      dataBytes += run.sizeBytes;
    }
    kept.push(media.subarray(child.start, child.end));
    keptBytes += child.end - child.start;
  }
  if (offsets.length === 0) return [];
  const head = box("moof", kept);
  for (const { at, dataBytes: before } of offsets)
    head.writeInt32BE(head.length + headerBytes + before, headerBytes + at);
  const mdat = Buffer.alloc(headerBytes);
  mdat.writeUInt32BE(headerBytes + dataBytes, 0);
  mdat.write("mdat", 4, "latin1");
  return [head, mdat, ...data];
}

const trackOf = (media: Buffer, traf: Box): number => media.readUInt32BE(requireBox(media, ["tfhd"], traf).payload + 4);

interface Run {
  /** Of the field that says where the bytes are. */
  offsetAt: number;
  /** From the start of the fragment. */
  dataOffset: number;
  sizeBytes: number;
}

function* runsOf(media: Buffer, traf: Box): Generator<Run> {
  const usualBytes = sampleBytesOf(media, requireBox(media, ["tfhd"], traf));
  for (const run of readBoxes(media, traf.payload, traf.end)) {
    if (run.type !== "trun") continue;
    const flags = media.readUInt32BE(run.payload) & 0xffffff;
    if (!(flags & hasDataOffset)) throw new BoxError("A run does not say where its samples are.");
    const offsetAt = run.payload + 8;
    yield { offsetAt, dataOffset: media.readInt32BE(offsetAt), sizeBytes: bytesOfRun(media, run, flags, usualBytes) };
  }
}

/** The size of samples whose runs do not say theirs; null where it is not said. */
function sampleBytesOf(media: Buffer, { payload }: Box): number | null {
  const flags = media.readUInt32BE(payload) & 0xffffff;
  if (flags & hasBaseOffset) throw new BoxError("The offsets of a fragment do not count from itself.");
  if (!(flags & hasSize)) return null;
  const before = (flags & hasDescription ? 4 : 0) + (flags & hasDuration ? 4 : 0);
  return media.readUInt32BE(payload + 8 + before);
}

function bytesOfRun(media: Buffer, run: Box, flags: number, usualBytes: number | null): number {
  const count = media.readUInt32BE(run.payload + 4);
  if (!(flags & hasSampleSize)) {
    if (usualBytes === null) throw new BoxError("A run does not say how long its samples are.");
    return count * usualBytes;
  }
  const fields = [hasSampleDuration, hasSampleSize, hasSampleFlags, hasSampleOffset];
  const entryBytes = fields.filter((field) => flags & field).length * 4;
  const first = run.payload + 12 + (flags & hasFirstFlags ? 4 : 0) + (flags & hasSampleDuration ? 4 : 0);
  if (first + count * entryBytes - (flags & hasSampleDuration ? 4 : 0) > run.end)
    throw new BoxError("A run claims more samples than it holds.");
  let sizeBytes = 0;
  for (let at = 0; at < count; at += 1) sizeBytes += media.readUInt32BE(first + at * entryBytes);
  return sizeBytes;
}
