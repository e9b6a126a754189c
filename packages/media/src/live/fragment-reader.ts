import type { Readable } from "node:stream";
import { BoxError, CutOffStream, OversizedBox, streamBoxes } from "../packaging/boxes.ts";
import { isKeyframe, readTrackFragments } from "../packaging/fragment.ts";
import type { TrackFragment } from "../packaging/fragment.ts";
import { readTracks } from "./live-init.ts";
import type { LiveTrack } from "./live-init.ts";

/** A live fMP4 stream's initialisation segment and its contents. */
export interface LiveInit {
  bytes: Buffer;
  /** Picture first. */
  tracks: readonly LiveTrack[];
  /** RFC 6381, picture first. */
  codecs: readonly string[];
  /** Pixels; 0 without a picture. */
  width: number;
  height: number;
  /** From the first fragment's frames; null without a picture. */
  frameRate: number | null;
  /** Of the first fragment, bits per second. */
  bitrate: number;
}

/** A `moof`+`mdat` of all tracks. */
export interface LiveFragment {
  bytes: Buffer;
  tracks: readonly { trackId: number; startTicks: number; durationTicks: number; timescale: number }[];
  /** First presentation time on the encoder's clock: decode time plus the composition time of the stream's first frame. */
  startSeconds: number;
  /** Of the picture; of the sound where there is no picture. */
  durationSeconds: number;
  /** End of its last frame's presentation. */
  endSeconds: number;
  /** Frames of the picture. */
  frames: number;
  /** Starts with a key frame. */
  independent: boolean;
}

/** A live fMP4 stream from its first fragment on. */
export interface FragmentStream {
  init: LiveInit;
  fragments: AsyncGenerator<LiveFragment, void>;
}

/** Limits on buffered bytes. */
export interface FragmentLimits {
  largestInitBytes: number;
  largestFragmentBytes: number;
}

/** Half a second at 200 Mbit/s is 12 MB; a description of two tracks is 2 kB. */
const defaultLimits: FragmentLimits = { largestInitBytes: 64 * 1024, largestFragmentBytes: 32 * 1024 * 1024 };

/** The stream is malformed or exceeds a limit. */
export class FragmentError extends Error {
  override name = "FragmentError";
  readonly code: "oversized" | "malformed";
  constructor(code: FragmentError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Reads ffmpeg's output with `-movflags +frag_keyframe+empty_moov+default_base_moof`; resolves with the first fragment, or with null
 * when the stream ends before it. An incomplete last fragment is dropped.
 *
 * @throws FragmentError `oversized`, `malformed`; the same from its fragments.
 */
export async function openFragments(
  stream: Readable,
  limits?: Partial<FragmentLimits>,
): Promise<FragmentStream | null> {
  const fragments = read(stream, { ...defaultLimits, ...limits });
  const first = await fragments.next();
  if (first.done) return null;
  const { init, fragment, frameSeconds } = first.value;
  const [leading] = init.tracks;
  const seconds = fragment.durationSeconds > 0 ? fragment.durationSeconds : 1;
  return {
    init: {
      ...init,
      codecs: init.tracks.map(({ codec }) => codec),
      width: leading?.width ?? 0,
      height: leading?.height ?? 0,
      frameRate: leading?.kind === "video" && frameSeconds > 0 ? Math.round(1000 / frameSeconds) / 1000 : null,
      bitrate: Math.round((fragment.bytes.length * 8) / seconds),
    },
    fragments: continued(fragment, fragments),
  };
}

type Described = Pick<LiveInit, "bytes" | "tracks">;

interface ReadFragment {
  init: Described;
  fragment: LiveFragment;
  frameSeconds: number;
}

async function* continued(
  first: LiveFragment,
  rest: AsyncGenerator<ReadFragment, void>,
): AsyncGenerator<LiveFragment, void> {
  try {
    yield first;
    for await (const { fragment } of rest) yield fragment;
  } finally {
    await rest.return();
  }
}

async function* read(stream: Readable, limits: FragmentLimits): AsyncGenerator<ReadFragment, void> {
  try {
    yield* assemble(stream, limits);
  } catch (error) {
    // A killed encoder leaves an incomplete fragment.
    if (error instanceof CutOffStream) return;
    if (error instanceof OversizedBox) {
      throw new FragmentError("oversized", "The stream has a piece that is too large.", { cause: error });
    }
    // Wrong lengths point outside of the buffer.
    if (error instanceof BoxError || error instanceof RangeError) {
      throw new FragmentError("malformed", "The stream is not made of whole fragments.", { cause: error });
    }
    throw error;
  }
}

async function* assemble(stream: Readable, limits: FragmentLimits): AsyncGenerator<ReadFragment, void> {
  let ftyp: Buffer = Buffer.alloc(0);
  let init: Described | undefined;
  let moof: Buffer | undefined;
  /** Audio-only fragments wait for their video. */
  let waiting: Buffer[] = [];
  let heldBytes = 0;
  let leadSeconds: number | null = null;
  const hold = (bytes: Buffer): void => {
    waiting.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes > limits.largestFragmentBytes) {
      throw new OversizedBox("The stream continues without video.");
    }
  };
  for await (const { type, bytes } of streamBoxes(stream, limits.largestFragmentBytes)) {
    if (type === "ftyp" || type === "moov") {
      if (bytes.length > limits.largestInitBytes) throw new OversizedBox("The description of the stream is too large.");
      if (type === "ftyp") ftyp = bytes;
      else if (init) throw new BoxError("The stream is described twice.");
      else init = { bytes: Buffer.concat([ftyp, bytes]), tracks: readTracks(bytes) };
    } else if (type === "moof") {
      if (!init || moof) throw new BoxError("A fragment is out of place.");
      moof = bytes;
    } else if (type === "mdat") {
      if (!init || !moof) throw new BoxError("A fragment has no description.");
      const tracks = readTrackFragments(moof, new Map(init.tracks.map((track) => [track.trackId, track.defaults])));
      requireData(tracks, bytes);
      hold(moof);
      hold(bytes);
      moof = undefined;
      leadSeconds ??= leadOf(init, tracks);
      const fragment = describe(init, tracks, waiting, leadSeconds ?? 0);
      if (!fragment) continue;
      waiting = [];
      heldBytes = 0;
      yield { init, ...fragment };
    }
    // Other boxes (styp, sidx, prft, free) are not needed.
  }
}

function requireData(tracks: readonly TrackFragment[], mdat: Buffer): void {
  let sizeBytes = 0;
  for (const { samples } of tracks) for (const sample of samples) sizeBytes += sample.sizeBytes;
  if (sizeBytes > mdat.length - 8) throw new BoxError("A fragment claims more than it holds.");
}

/** Composition time of the stream's first frame; null when it is not among these. */
function leadOf({ tracks: [leading] }: Described, tracks: readonly TrackFragment[]): number | null {
  const first = tracks.find(({ trackId }) => trackId === leading?.trackId)?.samples[0];
  return first && leading ? first.compositionOffsetTicks / leading.timescale : null;
}

/** null when the leading track has nothing in it. */
function describe(
  init: Described,
  tracks: readonly TrackFragment[],
  pieces: readonly Buffer[],
  leadSeconds: number,
): Omit<ReadFragment, "init"> | null {
  const [leading] = init.tracks;
  const own = tracks.find(({ trackId }) => trackId === leading?.trackId);
  const first = own?.samples[0];
  if (!leading || !own || !first) return null;
  const { timescale } = leading;
  // The last frame of a stream has no next one to derive its duration from.
  const durationTicks = own.durationTicks > 0 ? own.durationTicks : 1;
  const fragment = {
    bytes: Buffer.concat(pieces),
    tracks: tracks.map((track) => ({
      trackId: track.trackId,
      startTicks: track.decodeTimeTicks,
      durationTicks: track.durationTicks,
      timescale: init.tracks.find(({ trackId }) => trackId === track.trackId)?.timescale ?? timescale,
    })),
    startSeconds: own.decodeTimeTicks / timescale + leadSeconds,
    durationSeconds: durationTicks / timescale,
    endSeconds: shownUntil(own) / timescale,
    frames: own.samples.length,
    independent: leading.kind === "audio" || isKeyframe(first),
  };
  // The first frame of a stream lasts longer when the audio starts before it.
  const others = own.samples.length - 1;
  const frameTicks = others > 0 ? (durationTicks - first.durationTicks) / others : durationTicks;
  return { fragment, frameSeconds: frameTicks / timescale };
}

/** End of the frame presented last, in ticks. */
function shownUntil({ decodeTimeTicks, samples }: TrackFragment): number {
  let ticks = decodeTimeTicks;
  let until = decodeTimeTicks;
  for (const { durationTicks, compositionOffsetTicks } of samples) {
    ticks += durationTicks;
    until = Math.max(until, ticks + compositionOffsetTicks);
  }
  return until;
}
