import { BoxError, readBoxes, requireBox, type Box } from "../boxes.ts";

/** Ticks in a second of the picture's clock, in every stretch of a timeline: some players keep the first description they met. */
export const pictureTimescale = 90_000;

/** Numbers of fragments a second of the clock has room for: more than frames, and 32 bits of them last a year. */
const numbersInSecond = 128;

/** A moment of a timeline's clock as names of files have it. */
export const clockTicks = (seconds: number): number => Math.round(seconds * pictureTimescale);

/** A track, as far as its clock goes. */
export interface ClockedTrack {
  trackId: number;
  /** Ticks in a second. */
  timescale: number;
}

/** Where a fragment says when one of its tracks begins to be decoded (`tfdt`, ISO/IEC 14496-12 §8.8.12). */
interface DecodeTime {
  track: ClockedTrack;
  ticks: number;
  /** Of the box's payload. */
  at: number;
  isLong: boolean;
  /** The fragment it is in. */
  moof: Box;
}

/** When a segment begins to be decoded, in seconds of its own clock. @throws BoxError when there is nothing in it. */
export function decodeStart(bytes: Buffer, tracks: readonly ClockedTrack[]): number {
  let start = Infinity;
  for (const { ticks, track } of decodeTimes(bytes, tracks)) start = Math.min(start, ticks / track.timescale);
  if (start === Infinity) throw new BoxError("There is nothing in the segment.");
  return start;
}

/**
 * Moves when a segment is decoded, in place: all tracks by the same time, so that lips stay with voices. Its fragments are numbered
 * (`mfhd`, ISO/IEC 14496-12 §8.8.5): one after the other, the first by that clock, so that numbers grow over seams without anybody counting.
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
    else throw new BoxError("A decode time has no room.");
    if (moof.start === fragment) continue;
    fragment = moof.start;
    number = number === null ? Math.floor((moved / track.timescale) * numbersInSecond) : number + 1;
    bytes.writeUInt32BE(number % 2 ** 32, requireBox(bytes, ["mfhd"], moof).payload + 4);
  }
  return number ?? 0;
}

/** The same segment, which begins to be decoded at another moment, in `clockTicks`. @throws BoxError */
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
