import { readBoxes } from "../boxes.ts";
import { readTrackFragments } from "../fragment.ts";
import { makeDownload } from "../mp4.ts";
import { moveDecodeTimes } from "./decodeClock.ts";
import { readTracks, type LiveTrack } from "./liveInit.ts";

/** A segment of a livestream, picture and sound together. */
export interface ClipSegment {
  bytes: Buffer;
  /** Its clock does not go on from the segment before. */
  isSeam: boolean;
}

/** What a clip is made of; all segments are of one initialisation segment. */
export interface ClipParts {
  init: Buffer;
  segments: AsyncIterable<ClipSegment>;
}

/**
 * Joins segments of a livestream into one fMP4 that begins at zero and has no seams in its clock; nothing is encoded, only decode
 * times (`tfdt`, ISO/IEC 14496-12 §8.8.12) are written anew. @throws BoxError
 */
export async function* joinClip({ init, segments }: ClipParts): AsyncGenerator<Buffer> {
  const tracks = new Map(readTracks(init).map((track) => [track.trackId, track]));
  yield init;
  let endSeconds = 0;
  let shiftSeconds: number | null = null;
  for await (const { bytes, isSeam } of segments) {
    const spans = [...spansOf(bytes, tracks)];
    if (spans.length === 0) continue;
    // Both tracks move by the same time, so that lips stay with voices.
    if (isSeam || shiftSeconds === null)
      shiftSeconds = endSeconds - Math.min(...spans.map(({ startSeconds }) => startSeconds));
    for (const span of spans) endSeconds = Math.max(endSeconds, span.endSeconds + shiftSeconds);
    const moved = Buffer.from(bytes);
    moveDecodeTimes(moved, [...tracks.values()], shiftSeconds);
    yield moved;
  }
}

/** Makes an MP4 of segments without encoding; answers its path in the work folder. @throws BoxError, MediaError */
export async function makeClip(
  parts: ClipParts,
  { workFolder, signal }: { workFolder: string; signal: AbortSignal },
): Promise<{ path: string; sizeBytes: number }> {
  return makeDownload({ video: joinClip(parts), audio: null, workFolder, signal });
}

type Tracks = ReadonlyMap<number, LiveTrack>;

function* spansOf(bytes: Buffer, tracks: Tracks): Generator<{ startSeconds: number; endSeconds: number }> {
  const defaults = new Map([...tracks].map(([id, track]) => [id, track.defaults]));
  for (const { type, start, end } of readBoxes(bytes)) {
    if (type !== "moof") continue;
    for (const { trackId, decodeTimeTicks, durationTicks } of readTrackFragments(
      bytes.subarray(start, end),
      defaults,
    )) {
      const timescale = tracks.get(trackId)?.timescale ?? 1;
      yield { startSeconds: decodeTimeTicks / timescale, endSeconds: (decodeTimeTicks + durationTicks) / timescale };
    }
  }
}
