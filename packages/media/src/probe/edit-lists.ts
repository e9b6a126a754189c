import { open, type FileHandle } from "node:fs/promises";
import { BoxError, findBox, readBoxes, requireBox, type Box } from "../packaging/boxes.ts";

/** Larger descriptions than this are of films of many days; nobody waits for them to be read. */
const largestMoovBytes = 128 * 1024 ** 2;
/** Programs round the end of a track to what they count in. */
const endToleranceSeconds = 0.1;

/**
 * Why the edit list of an MP4's track (ISO/IEC 14496-12 §8.6.6) says more than when the track begins, as one sentence;
 * null when all of the track is shown once, in order, at its own speed, as a copy would.
 */
export async function editProblem(path: string, trackIndex: number): Promise<string | null> {
  const unclear = "The file does not say clearly which of its pictures are shown.";
  try {
    const moov = await readMoov(path);
    if (!moov) return unclear;
    const outer = requireBox(moov, ["moov"]);
    const trak = trackAt(moov, outer, trackIndex);
    return trak ? trackProblem(moov, outer, trak) : unclear;
  } catch (error) {
    if (error instanceof BoxError || error instanceof RangeError) return unclear;
    throw error;
  }
}

/** Whether a track of an MP4 has an edit list, which takes back the delay of its encoder. */
export async function hasEditList(path: string, trackIndex: number): Promise<boolean> {
  try {
    const moov = await readMoov(path);
    const trak = moov && trackAt(moov, requireBox(moov, ["moov"]), trackIndex);
    return trak ? findBox(moov, ["edts", "elst"], trak) !== null : false;
  } catch (error) {
    if (error instanceof BoxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether an MP4 reaches to where its boxes say (ISO/IEC 14496-12 §4.2): an upload or a recording that broke off does not. */
export async function isWhole(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    let at = 0;
    while (at + 8 <= size) at += (await readHeader(file, at, size)).sizeBytes;
    return true;
  } catch (error) {
    if (error instanceof BoxError || error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** A track of a `moov`, by its place. */
export const trackAt = (moov: Buffer, outer: Box, index: number): Box | undefined =>
  [...readBoxes(moov, outer.payload, outer.end)].filter(({ type }) => type === "trak")[index];

/** The description of an MP4; null for a file without one, or with one that is too large to be read. @throws BoxError */
export async function readMoov(path: string): Promise<Buffer | null> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (let at = 0; at + 8 <= size;) {
      const { type, sizeBytes } = await readHeader(file, at, size);
      if (type === "moov") {
        if (sizeBytes > largestMoovBytes) return null;
        return (await file.read(Buffer.alloc(sizeBytes), 0, sizeBytes, at)).buffer;
      }
      at += sizeBytes;
    }
    return null;
  } finally {
    await file.close();
  }
}

async function readHeader(file: FileHandle, at: number, fileBytes: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  const short = buffer.readUInt32BE(0);
  const sizeBytes = short === 0 ? fileBytes - at : short === 1 ? Number(buffer.readBigUInt64BE(8)) : short;
  if (bytesRead < 8 || sizeBytes < 8 || at + sizeBytes > fileBytes) throw new BoxError("A box leads out of the file.");
  return { type: buffer.toString("latin1", 4, 8), sizeBytes };
}

interface Edit {
  /** Of the movie's timescale; 0: to the end. */
  duration: number;
  /** Of the track's timescale; −1: nothing is shown. */
  start: number;
  isOwnSpeed: boolean;
}

function trackProblem(moov: Buffer, outer: Box, trak: Box): string | null {
  const stsd = requireBox(moov, ["mdia", "minf", "stbl", "stsd"], trak);
  if (moov.readUInt32BE(stsd.payload + 4) !== 1) return "The picture changes its format half-way.";
  const elst = findBox(moov, ["edts", "elst"], trak);
  if (!elst) return null;
  const shown = readEdits(moov, elst).filter(({ start }) => start !== -1);
  const [edit] = shown;
  if (shown.length !== 1 || !edit?.isOwnSpeed) return "The file shows parts of its picture in another order.";
  const movie = readClock(moov, requireBox(moov, ["mvhd"], outer));
  const media = readClock(moov, requireBox(moov, ["mdia", "mdhd"], trak));
  // Fragments say themselves when their samples show, so a beginning that is skipped looks like one that is not.
  if (edit.start > 0 && findBox(moov, ["mvex"], outer)) return "The file hides the beginning of its picture, or may.";
  const skippedSeconds = (edit.start - firstOffset(moov, trak)) / media.timescale;
  if (skippedSeconds > 0.001) return "The file hides the beginning of its picture.";
  const hidden = (media.duration - edit.start) / media.timescale - edit.duration / movie.timescale;
  const saysEnd = edit.duration > 0 && media.duration > 0;
  return saysEnd && hidden > endToleranceSeconds ? "The file hides the end of its picture." : null;
}

function readEdits(moov: Buffer, elst: Box): Edit[] {
  const long = moov.readUInt8(elst.payload) === 1;
  const count = moov.readUInt32BE(elst.payload + 4);
  const bytes = long ? 20 : 12;
  if (elst.payload + 8 + count * bytes > elst.end) throw new BoxError("An edit list claims more than it holds.");
  return Array.from({ length: count }, (_, index) => {
    const at = elst.payload + 8 + index * bytes;
    return {
      duration: long ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at),
      start: long ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4),
      isOwnSpeed: moov.readUInt32BE(at + bytes - 4) === 0x0001_0000,
    };
  });
}

/** Timescale and duration of `mvhd` or `mdhd` (§8.2.2, §8.4.2), which begin alike. */
export function readClock(moov: Buffer, box: Box): { timescale: number; duration: number } {
  const long = moov.readUInt8(box.payload) === 1;
  const at = box.payload + (long ? 20 : 12);
  return {
    timescale: moov.readUInt32BE(at),
    duration: long ? Number(moov.readBigUInt64BE(at + 4)) : moov.readUInt32BE(at + 4),
  };
}

/** How long after it is decoded the first sample shows (`ctts`, §8.6.1.3): what an edit list takes back without hiding a frame. */
function firstOffset(moov: Buffer, trak: Box): number {
  const ctts = findBox(moov, ["mdia", "minf", "stbl", "ctts"], trak);
  return ctts && moov.readUInt32BE(ctts.payload + 4) > 0 ? moov.readInt32BE(ctts.payload + 12) : 0;
}
