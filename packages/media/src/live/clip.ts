import { readBoxes } from "../packaging/boxes.ts";
import { readTrackFragments } from "../packaging/fragment.ts";
import { makeDownload } from "../packaging/mp4.ts";
import { moveDecodeTimes } from "./decode-clock.ts";
import { readTracks, type LiveTrack } from "./live-init.ts";

/** A segment of a livestream with video and audio. */
export interface ClipSegment {
  bytes: Buffer;
  /** Its timestamps do not continue those of the segment before. */
  isSeam: boolean;
}

/** The media of a clip; all segments share one initialisation segment. */
export interface ClipParts {
  init: Buffer;
  segments: AsyncIterable<ClipSegment>;
}

/**
 * Joins segments of a livestream into one fMP4 that starts at zero with continuous timestamps. Nothing is encoded, only the decode
 * times (`tfdt`, ISO/IEC 14496-12 §8.8.12) are rewritten. @throws BoxError
 */
export async function* joinClip({ init, segments }: ClipParts): AsyncGenerator<Buffer> {
  const tracks = new Map(readTracks(init).map((track) => [track.trackId, track]));
  yield init;
  let endSeconds = 0;
  let shiftSeconds: number | null = null;
  for await (const { bytes, isSeam } of segments) {
    const spans = [...spansOf(bytes, tracks)];
    if (spans.length === 0) continue;
    // Both tracks move by the same time, to stay in sync.
    if (isSeam || shiftSeconds === null)
      shiftSeconds = endSeconds - Math.min(...spans.map(({ startSeconds }) => startSeconds));
    for (const span of spans) endSeconds = Math.max(endSeconds, span.endSeconds + shiftSeconds);
    const moved = Buffer.from(bytes);
    moveDecodeTimes(moved, [...tracks.values()], shiftSeconds);
    yield moved;
  }
}

/** Makes an MP4 of segments without encoding; returns its path in the work folder. @throws BoxError, MediaError */
export async function makeClip(
  parts: ClipParts,
  { workFolder, signal }: { workFolder: string; signal: AbortSignal },
): Promise<{ path: string; sizeBytes: number }> {
  return makeDownload({ tracks: [joinClip(parts)], workFolder, signal });
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
