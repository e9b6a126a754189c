import { readTracks, type LiveTrack } from "../live/live-init.ts";
import { trackFragments } from "../live/track-fragments.ts";
import { writeFragment } from "../packaging/fragment-writer.ts";
import { isKeyframe, type Sample } from "../packaging/fragment.ts";
import { makeDownload } from "../packaging/mp4.ts";

/** A finished rendition of one track, as it lies in storage. */
export interface StoredTrack {
  init: Buffer;
  /** How long each segment is, in order. */
  seconds: readonly number[];
  read: (index: number) => Promise<Buffer>;
}

/** What is cut out of: renditions of one video, which have one clock. */
export interface TrimSource {
  picture: StoredTrack;
  /** Null where there is none. */
  sound: StoredTrack | null;
}

/** Where a cut begins and ends, in seconds of the video. */
export interface Trim {
  /** At a key frame. */
  beginsAt: number;
  endsAt: number;
}

/** From `startSeconds` up to, not including, `endSeconds` of what is decoded. */
interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** What playlists say of segments is rounded, and so is what people say. */
const NEARLY_SECONDS = 0.005;

/**
 * Where a cut from `from` to `to` begins and ends: at the key frame at or before `from`, with which decoding can begin, and with
 * the last picture before `to`.
 * @throws BoxError
 */
export async function findTrim({ picture }: TrimSource, { from, to }: { from: number; to: number }): Promise<Trim> {
  const track = trackOf(picture);
  const length = picture.seconds.reduce((sum, seconds) => sum + seconds, 0);
  for (let index = segmentAt(picture, from); index >= 0; index -= 1) {
    const found = keyframesOf(await picture.read(index), track).findLast(
      ({ decodeSeconds }) => decodeSeconds <= from + NEARLY_SECONDS,
    );
    if (found) return { beginsAt: found.decodeSeconds, endsAt: Math.min(to, length) };
  }
  return { beginsAt: 0, endsAt: Math.min(to, length) };
}

/**
 * Makes an MP4 of what `findTrim` found, without encoding; answers its path in the work folder. Sound begins and ends with what
 * is shown, to within a packet.
 * @throws BoxError, MediaError
 */
export async function makeTrim(
  { picture, sound }: TrimSource,
  { beginsAt, endsAt }: Trim,
  { workFolder, signal }: { workFolder: string; signal: AbortSignal },
): Promise<{ path: string; sizeBytes: number }> {
  const delay = await shownAfter(picture, beginsAt);
  const span = { startSeconds: beginsAt - NEARLY_SECONDS, endSeconds: endsAt - NEARLY_SECONDS };
  const heard = { startSeconds: beginsAt + delay, endSeconds: endsAt + delay };
  return makeDownload({
    tracks: [cutTrack(picture, span, -beginsAt), ...(sound ? [cutTrack(sound, heard, -beginsAt)] : [])],
    workFolder,
    signal,
  });
}

/** Pictures are shown so long after they are decoded where some point forwards, and sound goes with what is shown. */
async function shownAfter(picture: StoredTrack, beginsAt: number): Promise<number> {
  const frames = keyframesOf(await picture.read(segmentAt(picture, beginsAt)), trackOf(picture));
  const first = frames.findLast(({ decodeSeconds }) => decodeSeconds <= beginsAt + NEARLY_SECONDS) ?? frames[0];
  return first?.delaySeconds ?? 0;
}

async function* cutTrack(track: StoredTrack, span: Span, shiftSeconds: number): AsyncGenerator<Buffer> {
  yield track.init;
  const header = trackOf(track);
  // What begins in a segment by its playlist may by a hair be in the one before.
  let index = Math.max(0, segmentAt(track, span.startSeconds) - 1);
  let startsAt = track.seconds.slice(0, index).reduce((sum, seconds) => sum + seconds, 0);
  for (; index < track.seconds.length && startsAt < span.endSeconds + 1; index += 1) {
    const cut = cutSegment(await track.read(index), header, span, shiftSeconds);
    if (cut) yield cut;
    startsAt += track.seconds[index] ?? 0;
  }
}

/** What of a segment is decoded within a span, so much later; null where there is nothing. */
function cutSegment(
  segment: Buffer,
  { trackId, timescale, defaults }: LiveTrack,
  { startSeconds, endSeconds }: Span,
  shiftSeconds: number,
): Buffer | null {
  const samples: Sample[] = [];
  const data: Buffer[] = [];
  let first: number | null = null;
  for (const { fragment, bytes } of trackFragments(segment, defaults)) {
    let ticks = fragment.decodeTimeTicks;
    let at = 0;
    for (const sample of fragment.samples) {
      const seconds = ticks / timescale;
      if (seconds >= startSeconds && seconds < endSeconds) {
        first ??= ticks;
        samples.push(sample);
        data.push(bytes.subarray(at, at + sample.sizeBytes));
      }
      ticks += sample.durationTicks;
      at += sample.sizeBytes;
    }
  }
  if (first === null) return null;
  const decodeTimeTicks = Math.max(0, first + Math.round(shiftSeconds * timescale));
  return writeFragment({ sequence: 1, trackId, decodeTimeTicks, samples, data });
}

/** The segment a moment is in, or the last one. */
function segmentAt({ seconds }: StoredTrack, moment: number): number {
  let startsAt = 0;
  for (const [index, length] of seconds.entries()) {
    startsAt += length;
    if (startsAt > moment + NEARLY_SECONDS) return index;
  }
  return Math.max(0, seconds.length - 1);
}

function trackOf({ init }: StoredTrack): LiveTrack {
  const [track] = readTracks(init);
  if (!track) throw new Error("A rendition has a track.");
  return track;
}

/** The key frames of a segment: when each is decoded, and how much later it is shown. */
function keyframesOf(segment: Buffer, { timescale, defaults }: LiveTrack) {
  return [...trackFragments(segment, defaults)].flatMap(({ fragment: { decodeTimeTicks, samples } }) => {
    let ticks = decodeTimeTicks;
    return samples.flatMap((sample) => {
      const decodeSeconds = ticks / timescale;
      ticks += sample.durationTicks;
      return isKeyframe(sample) ? [{ decodeSeconds, delaySeconds: sample.compositionOffsetTicks / timescale }] : [];
    });
  });
}
