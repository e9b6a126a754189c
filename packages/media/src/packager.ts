import type { Readable } from "node:stream";
import { streamBoxes } from "./boxes.ts";
import { MediaError } from "./errors.ts";
import { isKeyframe, readFragment, rewriteFragment } from "./fragment.ts";
import type { Fragment } from "./fragment.ts";
import { writeFragment } from "./fragmentWriter.ts";
import { readInit, withoutEditList } from "./initSegment.ts";
import type { TrackHeader } from "./initSegment.ts";
import type { Segment, SegmentSink } from "./segment.ts";

/** How one fMP4 track is cut into segments. */
export interface PackagerOptions extends SegmentSink {
  rendition: string;
  /** Index of the first segment this run makes. */
  firstSegment: number;
  /** Decode time of the first sample, on the whole video's timeline. */
  startTicks(header: TrackHeader): number;
  /** How much later than decoded a segment's first sample shows. */
  delayTicks(header: TrackHeader): number;
  /** True when the segment is complete with these fragments; the next one begins with the next fragment. */
  isComplete(fragments: readonly Fragment[], header: TrackHeader, index: number): boolean;
  /** Fragments to throw away before the first that counts (the encoder's run-up). */
  skipFragments?: number;
  /** Fragments that count at most; the rest is read and thrown away. */
  takeFragments?: number;
  /** Looks at each fragment before it counts. @throws MediaError when it breaks the plan. */
  inspect?(fragment: Fragment): void;
  /** Write each segment as one fragment (audio, whose packets come one by one) instead of keeping those that came. */
  merge?: boolean;
  expectedInit?: Buffer | undefined;
}

/** What one run of a packager made. */
export interface PackagedTrack {
  segments: number;
  samples: number;
  durationTicks: number;
  timescale: number;
}

interface HeldFragment {
  fragment: Fragment;
  moof: Buffer;
  mdat: Buffer;
}

/**
 * Reads a fragmented MP4 of one track box by box (ISO/IEC 14496-12 §8.8), gives its fragments their place on the whole
 * video's timeline, and hands over every segment as soon as it is whole.
 */
export async function packageTrack(stream: Readable, options: PackagerOptions): Promise<PackagedTrack> {
  let ftyp: Buffer | undefined;
  let header: TrackHeader | undefined;
  let moof: Buffer | undefined;
  let skip = options.skipFragments ?? 0;
  let take = options.takeFragments ?? Infinity;
  let index = options.firstSegment;
  let nextTicks = 0;
  let held: HeldFragment[] = [];
  const total: PackagedTrack = { segments: 0, samples: 0, durationTicks: 0, timescale: 1 };

  const emit = async (): Promise<void> => {
    if (!header || held.length === 0) return;
    const segment = assemble(held, { index, header, startTicks: nextTicks, delayTicks: options.delayTicks(header), rendition: options.rendition, merge: options.merge ?? false });
    held = [];
    index += 1;
    nextTicks += segment.durationTicks;
    total.segments += 1;
    total.samples += segment.frames;
    total.durationTicks += segment.durationTicks;
    await options.onSegment(segment);
  };

  for await (const box of streamBoxes(stream)) {
    if (box.type === "ftyp") ftyp = box.bytes;
    else if (box.type === "moov") {
      header = await takeInit(Buffer.concat([ftyp ?? Buffer.alloc(0), box.bytes]), options);
      nextTicks = options.startTicks(header);
      total.timescale = header.timescale;
    } else if (box.type === "moof") moof = box.bytes;
    else if (box.type === "mdat" && moof && header) {
      const piece = { fragment: readFragment(moof, header.defaults), moof, mdat: box.bytes };
      moof = undefined;
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      if (take === 0) continue;
      take -= 1;
      options.inspect?.(piece.fragment);
      held.push(piece);
      if (options.isComplete(held.map((one) => one.fragment), header, index)) await emit();
    }
  }
  await emit();
  return total;
}

async function takeInit(bytes: Buffer, options: PackagerOptions): Promise<TrackHeader> {
  const init = withoutEditList(bytes);
  if (options.expectedInit && !options.expectedInit.equals(init)) {
    throw new MediaError("packaging_mismatch", "This part of the video was encoded with other settings than the rest; transcode the video again.", true);
  }
  const header = readInit(init);
  await options.onInit({ rendition: options.rendition, bytes: init, codec: header.codec });
  return header;
}

function assemble(
  held: readonly HeldFragment[],
  place: { index: number; header: TrackHeader; startTicks: number; delayTicks: number; rendition: string; merge: boolean },
): Segment {
  let ticks = place.startTicks;
  let frames = 0;
  const parts: Buffer[] = [];
  for (const [position, { fragment, moof, mdat }] of held.entries()) {
    const firstOffset = fragment.samples[0]?.compositionOffsetTicks ?? 0;
    const compositionShiftTicks = place.delayTicks - firstOffset;
    const needed = fragment.samples.some((sample) => sample.compositionOffsetTicks !== 0) || place.delayTicks !== 0;
    rewriteFragment(moof, {
      // Numbers only have to grow (§8.8.5); a segment never holds this many fragments.
      sequence: place.index * 1024 + position + 1,
      decodeTimeTicks: ticks,
      compositionShiftTicks: needed ? compositionShiftTicks : 0,
    });
    ticks += fragment.durationTicks;
    frames += fragment.samples.length;
    parts.push(moof, mdat);
  }
  const bytes = place.merge ? merged(held, place) : Buffer.concat(parts);
  const { timescale } = place.header;
  const durationTicks = ticks - place.startTicks;
  return {
    rendition: place.rendition,
    index: place.index,
    startTicks: place.startTicks,
    durationTicks,
    timescale,
    durationSeconds: durationTicks / timescale,
    frames,
    bytes,
    keyframe: true,
  };
}

function merged(held: readonly HeldFragment[], place: { index: number; startTicks: number }): Buffer {
  return writeFragment({
    sequence: place.index * 1024 + 1,
    trackId: 1,
    decodeTimeTicks: place.startTicks,
    samples: held.flatMap(({ fragment }) => fragment.samples),
    data: Buffer.concat(held.map(({ mdat }) => mdat.subarray(8))),
  });
}

/** Refuses a fragment that does not begin with a key frame: a segment must stand on its own. */
export function requireKeyframe(fragment: Fragment): void {
  const [first] = fragment.samples;
  if (!first || !isKeyframe(first)) {
    throw new MediaError("packaging_mismatch", "A piece of the video does not begin with a key frame; transcode the video again.", true);
  }
}
