import { BoxError, findBox, requireBox, type Box } from "../packaging/boxes.ts";
import { readClock, readMoov, trackAt } from "./edit-lists.ts";

/**
 * How long the longest group of pictures of an MP4's track is, in seconds, by its table of key frames (ISO/IEC 14496-12 §8.6.2); null where
 * the file has none: every picture is a key frame then, or the pictures are in fragments.
 */
export async function longestGroupSeconds(path: string, trackIndex: number): Promise<number | null> {
  try {
    const moov = await readMoov(path);
    const trak = moov && trackAt(moov, requireBox(moov, ["moov"]), trackIndex);
    if (!trak) return null;
    const stbl = requireBox(moov, ["mdia", "minf", "stbl"], trak);
    const [stss, stts] = [findBox(moov, ["stss"], stbl), findBox(moov, ["stts"], stbl)];
    if (!stss || !stts) return null;
    const { timescale } = readClock(moov, requireBox(moov, ["mdia", "mdhd"], trak));
    return longestBetween(readKeyFrames(moov, stss), readRuns(moov, stts)) / timescale;
  } catch (error) {
    if (error instanceof BoxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The numbers of the key frames, from 0. */
const readKeyFrames = (moov: Buffer, stss: Box): number[] =>
  entriesOf(moov, stss, 4).map((at) => moov.readUInt32BE(at) - 1);

/** How many pictures in a row last how long (§8.6.1.2). */
const readRuns = (moov: Buffer, stts: Box): { count: number; ticks: number }[] =>
  entriesOf(moov, stts, 8).map((at) => ({ count: moov.readUInt32BE(at), ticks: moov.readUInt32BE(at + 4) }));

/** Where the entries of a table are, which begins with their count. */
function entriesOf(moov: Buffer, { payload, end }: Box, bytes: number): number[] {
  const count = moov.readUInt32BE(payload + 4);
  if (payload + 8 + count * bytes > end) throw new BoxError("A table claims more than it holds.");
  return Array.from({ length: count }, (_, index) => payload + 8 + index * bytes);
}

/** The most ticks from one key frame to the next, and from the last one to the end. */
function longestBetween(keyFrames: readonly number[], runs: readonly { count: number; ticks: number }[]): number {
  let [longest, begun, next, picture, now] = [0, 0, 0, 0, 0];
  for (const { count, ticks } of runs) {
    for (; next < keyFrames.length && (keyFrames[next] ?? 0) < picture + count; next += 1) {
      const at = now + ((keyFrames[next] ?? 0) - picture) * ticks;
      longest = Math.max(longest, at - begun);
      begun = at;
    }
    picture += count;
    now += count * ticks;
  }
  return Math.max(longest, now - begun);
}
