import type { Readable } from "node:stream";
import { MediaError } from "../tools/errors.ts";
import { BoxError, readBoxes, streamBoxes } from "./boxes.ts";
import { box, writeFragment } from "./fragment-writer.ts";
import { isKeyframe, readFragment } from "./fragment.ts";
import type { Fragment, TrackDefaults } from "./fragment.ts";
import { readInit, withoutEditList } from "./init-segment.ts";
import type { TrackHeader } from "./init-segment.ts";
import type { Segment, SegmentSink } from "./segment.ts";
import { rescaler, withTimescale } from "./timescale.ts";

/** How one fMP4 track is cut into segments. */
export interface PackagerOptions extends SegmentSink {
  rendition: string;
  /** Index of the first segment this run makes. */
  firstSegment: number;
  /** Ticks a second of what is made; those of the stream unless said. */
  timescale?: number;
  /** Decode time of the first sample, on the whole video's timeline. */
  startTicks(header: TrackHeader): number;
  /** How much later than decoded the first sample shows; the others keep their distance from it. */
  delayTicks(header: TrackHeader): number;
  /** True when the segment is complete with these fragments; the next one begins with the next fragment. */
  isComplete(fragments: readonly Fragment[], header: TrackHeader, index: number): boolean;
  /** True when the segment is complete without this fragment, which begins the next one. */
  startsNext?(fragments: readonly Fragment[], next: Fragment, header: TrackHeader): boolean;
  /** Fragments to throw away before the first that counts (the encoder's run-up). */
  skipFragments?: number;
  /** Fragments that count at most; the rest is read and thrown away. */
  takeFragments?: number;
  /** How much longer the very first sample is shown, since nothing comes before it. */
  holdFirstTicks?(header: TrackHeader): number;
  /** Checks each fragment and the bytes of its samples before it counts. @throws MediaError when it breaks the plan. */
  inspect?(fragment: Fragment, header: TrackHeader, data: Buffer): void;
  expectedInit?: Buffer | undefined;
}

/** Containers that count milliseconds put frames this much beside their time. */
export const roundingSeconds = 0.004;

/** What every segment begins with (ISO/IEC 14496-12 §8.16.2): it is a media segment whose parts say where they begin. */
const segmentType = box("styp", [Buffer.from("msdh\0\0\0\0msdhmsixiso6", "latin1")]);

/** What one run of a packager made. */
export interface PackagedTrack {
  segments: number;
  samples: number;
  durationTicks: number;
  timescale: number;
}

interface HeldFragment {
  fragment: Fragment;
  data: Buffer;
}

/**
 * Reads a fragmented MP4 of one track box by box (ISO/IEC 14496-12 §8.8), gives its fragments their place on the whole
 * video's timeline, and hands over every segment as soon as it is whole. The last one is whole where the stream ends, if
 * its writer ended well; what a killed writer leaves is thrown away.
 */
export async function packageTrack(
  stream: Readable,
  options: PackagerOptions,
  endedWell: Promise<boolean>,
): Promise<PackagedTrack> {
  let ftyp: Buffer | undefined;
  let track: { header: TrackHeader; defaults: TrackDefaults } | undefined;
  let rescaled = (fragment: Fragment) => fragment;
  let moof: Buffer | undefined;
  const cutter = new SegmentCutter(options);

  for await (const box of streamBoxes(stream)) {
    if (box.type === "ftyp") ftyp = box.bytes;
    else if (box.type === "moov") {
      const { header, own } = await takeInit(Buffer.concat([ftyp ?? Buffer.alloc(0), box.bytes]), options);
      track = { header, defaults: own.defaults };
      if (header.timescale !== own.timescale) rescaled = rescaler(own.timescale, header.timescale);
      cutter.begin(header);
    } else if (box.type === "moof") moof = box.bytes;
    else if (box.type === "mdat" && moof && track) {
      const fragment = rescaled(readFragment(moof, track.defaults));
      moof = undefined;
      await cutter.add(fragment, track.header, box.bytes);
    }
  }
  if (cutter.holdsFragments && (await endedWell)) await cutter.emit();
  return cutter.total;
}

/** Cuts the fragments of one track into segments, each at its place on the whole video's timeline. */
class SegmentCutter {
  readonly total: PackagedTrack = { segments: 0, samples: 0, durationTicks: 0, timescale: 1 };
  readonly #options: PackagerOptions;
  #header: TrackHeader | undefined;
  #skip: number;
  #take: number;
  #index: number;
  #nextTicks = 0;
  #held: HeldFragment[] = [];
  #firstOffset: number | undefined;

  constructor(options: PackagerOptions) {
    this.#options = options;
    this.#skip = options.skipFragments ?? 0;
    this.#take = options.takeFragments ?? Infinity;
    this.#index = options.firstSegment;
  }

  /** Whether a segment has begun and is not whole yet. */
  get holdsFragments(): boolean {
    return this.#held.length > 0;
  }

  begin(header: TrackHeader): void {
    this.#header = header;
    this.#nextTicks = this.#options.startTicks(header);
    this.total.timescale = header.timescale;
  }

  /** Takes the next fragment with its `mdat`, and emits the segment that it completes or comes after. */
  async add(fragment: Fragment, header: TrackHeader, mdat: Buffer): Promise<void> {
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (this.#take === 0) return;
    this.#take -= 1;
    const data = sampleData(mdat, fragment);
    this.#options.inspect?.(fragment, header, data);
    this.#firstOffset ??= fragment.samples[0]?.compositionOffsetTicks ?? 0;
    if (this.#options.startsNext?.(this.#fragments, fragment, header)) await this.emit();
    this.#held.push({ fragment, data });
    if (this.#options.isComplete(this.#fragments, header, this.#index)) await this.emit();
  }

  get #fragments(): Fragment[] {
    return this.#held.map(({ fragment }) => fragment);
  }

  /** Hands the fragments over that came since the last segment, as one. */
  async emit(): Promise<void> {
    if (!this.#header || this.#held.length === 0) return;
    const segment = assemble(this.#held, {
      index: this.#index,
      header: this.#header,
      startTicks: this.#nextTicks,
      shiftTicks: this.#options.delayTicks(this.#header) - (this.#firstOffset ?? 0),
      holdTicks: this.#options.holdFirstTicks?.(this.#header) ?? 0,
      rendition: this.#options.rendition,
    });
    this.#held = [];
    this.#index += 1;
    this.#nextTicks += segment.durationTicks;
    this.total.segments += 1;
    this.total.samples += segment.frames;
    this.total.durationTicks += segment.durationTicks;
    await this.#options.onSegment(segment);
  }
}

/** Hands the init segment over as it is to be; answers what it says, and what the stream's own says. */
async function takeInit(bytes: Buffer, options: PackagerOptions): Promise<{ header: TrackHeader; own: TrackHeader }> {
  const own = readInit(bytes);
  const plain = withoutEditList(bytes);
  const init = options.timescale === undefined ? plain : withTimescale(plain, options.timescale);
  if (options.expectedInit && !options.expectedInit.equals(init)) {
    throw new MediaError(
      "packaging_mismatch",
      "This part of the video was encoded with other settings than the rest; transcode the video again.",
      true,
    );
  }
  const header = readInit(init);
  await options.onInit({ rendition: options.rendition, bytes: init, codec: header.codec });
  return { header, own };
}

/** Writes a segment as one fragment at its place; every sample shows `shiftTicks` later after it is decoded than it did. */
function assemble(
  held: readonly HeldFragment[],
  place: {
    index: number;
    header: TrackHeader;
    startTicks: number;
    shiftTicks: number;
    holdTicks: number;
    rendition: string;
  },
): Segment {
  const { timescale } = place.header;
  const shown = (offset: number) => (offset < 0 && offset > -roundingSeconds * timescale ? 0 : offset);
  const samples = held.flatMap(({ fragment }) =>
    fragment.samples.map((sample) => ({
      ...sample,
      compositionOffsetTicks: shown(sample.compositionOffsetTicks + place.shiftTicks),
    })),
  );
  // The first frame of all shows from zero on: players wait at a hole, however short, before the first thing they can show.
  const [first] = samples;
  if (place.index === 0 && first)
    samples[0] = { ...first, compositionOffsetTicks: 0, durationTicks: first.durationTicks + place.holdTicks };
  const durationTicks = samples.reduce((sum, sample) => sum + sample.durationTicks, 0);
  return {
    rendition: place.rendition,
    index: place.index,
    startTicks: place.startTicks,
    durationTicks,
    timescale,
    durationSeconds: durationTicks / timescale,
    frames: samples.length,
    bytes: Buffer.concat([
      segmentType,
      writeFragment({
        // Numbers only have to grow within a track (§8.8.5).
        sequence: place.index + 1,
        trackId: 1,
        decodeTimeTicks: place.startTicks,
        samples,
        data: held.map(({ data }) => data),
      }),
    ]),
    keyframe: true,
  };
}

/** The bytes of a fragment's samples, which ffmpeg writes one after the other with nothing between. */
function sampleData(mdat: Buffer, fragment: Fragment): Buffer {
  const [box] = readBoxes(mdat);
  const data = mdat.subarray(box?.payload ?? 0);
  if (data.length !== fragment.samples.reduce((sum, sample) => sum + sample.sizeBytes, 0))
    throw new BoxError("A fragment holds other bytes than its samples.");
  return data;
}

/** Refuses a fragment that does not begin with a key frame: a segment must stand on its own. */
export function requireKeyframe(fragment: Fragment): void {
  const [first] = fragment.samples;
  if (!first || !isKeyframe(first)) {
    throw new MediaError(
      "packaging_mismatch",
      "A piece of the video does not begin with a key frame; transcode the video again.",
      true,
    );
  }
}
