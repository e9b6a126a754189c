import type { Readable } from "node:stream";

/** Where a box lies within a buffer (ISO/IEC 14496-12 §4.2): header, then payload up to `end`. */
export interface Box {
  type: string;
  start: number;
  /** First byte after the header (size, type, and the 64-bit size when there is one). */
  payload: number;
  end: number;
}

/** The file is not made of well-formed boxes. */
export class BoxError extends Error {
  override name = "BoxError";
}

/** The stream ended inside a box: its writer was stopped. */
export class CutOffStream extends BoxError {
  override name = "CutOffStream";
}

/** Every box directly inside a stretch of a buffer, in order. @throws BoxError when a size leads outside it. */
export function* readBoxes(bytes: Buffer, start = 0, end = bytes.length): Generator<Box> {
  let at = start;
  while (at < end) {
    if (end - at < 8) throw new BoxError("A box header is cut off.");
    const { sizeBytes, headerBytes } = readBoxHeader(bytes, at, end);
    const stop = sizeBytes === 0 ? end : at + sizeBytes;
    if (stop < at + headerBytes || stop > end) throw new BoxError("A box is longer than what holds it.");
    yield { type: bytes.toString("latin1", at + 4, at + 8), start: at, payload: at + headerBytes, end: stop };
    at = stop;
  }
}

/** The size a box header claims, 0 for up to the end, and its own. @throws BoxError when it is cut off. */
export function readBoxHeader(bytes: Buffer, at: number, end: number): { sizeBytes: number; headerBytes: number } {
  const size = bytes.readUInt32BE(at);
  if (size !== 1) return { sizeBytes: size, headerBytes: 8 };
  if (end - at < 16) throw new BoxError("A long box header is cut off.");
  const long = bytes.readBigUInt64BE(at + 8);
  if (long > BigInt(Number.MAX_SAFE_INTEGER)) throw new BoxError("A box claims an impossible size.");
  return { sizeBytes: Number(long), headerBytes: 16 };
}

/** The first box along a path such as `["moov", "trak", "mdia", "mdhd"]`, or null. */
export function findBox(bytes: Buffer, path: readonly string[], within?: Box): Box | null {
  let place = within;
  for (const type of path) {
    let next: Box | undefined;
    for (const box of readBoxes(bytes, place ? place.payload : 0, place ? place.end : bytes.length)) {
      if (box.type === type) {
        next = box;
        break;
      }
    }
    if (!next) return null;
    place = next;
  }
  return place ?? null;
}

/** As `findBox`, but a missing box is a broken file. */
export function requireBox(bytes: Buffer, path: readonly string[], within?: Box): Box {
  const box = findBox(bytes, path, within);
  if (!box) throw new BoxError(`There is no ${path.join("/")} box.`);
  return box;
}

/** A box is larger than the reader's limit. */
export class OversizedBox extends BoxError {
  override name = "OversizedBox";
}

/** A top-level box read whole from a stream. */
export interface WholeBox {
  type: string;
  bytes: Buffer;
}

/** Largest box accepted from a stream: one group of pictures at any sane bitrate is far below it. */
const largestBoxBytes = 512 * 1024 * 1024;

/** Top-level boxes of a growing file, each as soon as it is whole. @throws BoxError when the stream ends inside one or one is absurdly large. */
export async function* streamBoxes(
  stream: Readable,
  largestBytes: number = largestBoxBytes,
): AsyncGenerator<WholeBox, void> {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    heldBytes += (chunk as Buffer).length;
    for (;;) {
      const wanted = neededBytes(chunks, heldBytes, largestBytes);
      if (wanted === null || heldBytes < wanted) break;
      const whole = Buffer.concat(chunks, heldBytes);
      const bytes = whole.subarray(0, wanted);
      const rest = whole.subarray(wanted);
      chunks = rest.length > 0 ? [rest] : [];
      heldBytes = rest.length;
      yield { type: bytes.toString("latin1", 4, 8), bytes };
    }
  }
  if (heldBytes > 0) throw new CutOffStream("The stream ends inside a box.");
}

/** Size of the box the held bytes begin with, or null while its header is not here yet. */
function neededBytes(chunks: Buffer[], heldBytes: number, largestBytes: number): number | null {
  if (heldBytes < 16) return null;
  const head = (chunks[0]?.length ?? 0) >= 16 ? chunks[0] : Buffer.concat(chunks).subarray(0, 16);
  if (!head) return null;
  const { sizeBytes, headerBytes } = readBoxHeader(head, 0, head.length);
  if (sizeBytes < headerBytes) throw new BoxError("A box has an impossible size.");
  if (sizeBytes > largestBytes) throw new OversizedBox("A box has an impossible size.");
  return sizeBytes;
}
