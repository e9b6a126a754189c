import { BoxError, readBoxes, requireBox, type Box } from "../packaging/boxes.ts";

/** Timescale of video on every part of a timeline: some players keep the first initialisation segment. */
export const pictureTimescale = 90_000;

/** Fragment numbers per second of the clock: more than frames, and 32 bits last for a year. */
const numbersInSecond = 128;

/** A time of a timeline's clock as file names have it. */
export const clockTicks = (seconds: number): number => Math.round(seconds * pictureTimescale);

/** A track's id and timescale. */
export interface ClockedTrack {
  trackId: number;
  /** Ticks per second. */
  timescale: number;
}

/** A `tfdt` box of a fragment (ISO/IEC 14496-12 §8.8.12). */
interface DecodeTime {
  track: ClockedTrack;
  ticks: number;
  /** Of the box's payload. */
  at: number;
  isLong: boolean;
  /** The fragment it is in. */
  moof: Box;
}

/** First decode time of a segment, in seconds of its own clock. @throws BoxError when it is empty. */
export function decodeStart(bytes: Buffer, tracks: readonly ClockedTrack[]): number {
  let start = Infinity;
  for (const { ticks, track } of decodeTimes(bytes, tracks)) start = Math.min(start, ticks / track.timescale);
  if (start === Infinity) throw new BoxError("The segment is empty.");
  return start;
}

/**
 * Moves the decode times of a segment in place, all tracks by the same time to stay in sync. Numbers its fragments (`mfhd`, ISO/IEC
 * 14496-12 §8.8.5) in order, the first by that clock, so that numbers increase across seams without a counter.
 *
 * @param after the number of the fragment before; null for the first.
 * @returns the number of its last fragment. @throws BoxError
 */
export function moveDecodeTimes(
  bytes: Buffer,
  tracks: readonly ClockedTrack[],
  shiftSeconds: number,
  after: number | null = null,
): number {
  let number = after;
  let fragment = -1;
  for (const { ticks, track, at, isLong, moof } of decodeTimes(bytes, tracks)) {
    const moved = Math.max(0, ticks + Math.round(shiftSeconds * track.timescale));
    if (isLong) {
      bytes.writeUInt32BE(Math.floor(moved / 2 ** 32), at + 4);
      bytes.writeUInt32BE(moved % 2 ** 32, at + 8);
    } else if (moved < 2 ** 32) bytes.writeUInt32BE(moved, at + 4);
    else throw new BoxError("A decode time has too few bits.");
    if (moof.start === fragment) continue;
    fragment = moof.start;
    number = number === null ? Math.floor((moved / track.timescale) * numbersInSecond) : number + 1;
    bytes.writeUInt32BE(number % 2 ** 32, requireBox(bytes, ["mfhd"], moof).payload + 4);
  }
  return number ?? 0;
}

/** A copy of the segment with another first decode time, in `clockTicks`. @throws BoxError */
export function placedAt(bytes: Buffer, tracks: readonly ClockedTrack[], ticks: number): Buffer {
  const out = Buffer.from(bytes);
  moveDecodeTimes(out, tracks, ticks / pictureTimescale - decodeStart(out, tracks));
  return out;
}

function* decodeTimes(bytes: Buffer, tracks: readonly ClockedTrack[]): Generator<DecodeTime> {
  for (const moof of readBoxes(bytes)) {
    if (moof.type !== "moof") continue;
    for (const traf of readBoxes(bytes, moof.payload, moof.end)) {
      if (traf.type !== "traf") continue;
      const trackId = bytes.readUInt32BE(requireBox(bytes, ["tfhd"], traf).payload + 4);
      const track = tracks.find((one) => one.trackId === trackId);
      if (!track) throw new BoxError(`There is no track ${trackId}.`);
      const at = requireBox(bytes, ["tfdt"], traf).payload;
      const isLong = bytes.readUInt8(at) === 1;
      const ticks = isLong
        ? bytes.readUInt32BE(at + 4) * 2 ** 32 + bytes.readUInt32BE(at + 8)
        : bytes.readUInt32BE(at + 4);
      yield { track, ticks, at, isLong, moof };
    }
  }
}
