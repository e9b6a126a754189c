import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, timeOf } from "./rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO } from "./rtmp/flv.ts";

const KINDS: ReadonlySet<number> = new Set([FLV_AUDIO, FLV_VIDEO, FLV_SCRIPT]);
/** Read of a file's end at first; four times as much each time until whole tags are found. */
const FIRST_LOOK_BYTES = 1024 * 1024;
/** So many tags in a row that name each other's lengths are no accident. */
const CHAIN = 8;
/** More than so many of the largest tags there can be (24 bits of length, E.4.1) have. */
const MOST_LOOK_BYTES = 256 * 1024 * 1024;

/** Where a recording ends: its bytes, and the moment of its last tags in milliseconds. */
export interface RecordingEnd {
  sizeBytes: number;
  lastMs: number;
}

/**
 * Cuts off what a crash left half-written; answers where the file ends. Each tag is followed by its length (FLV specification 10.1,
 * E.3), so that only the end is read: hours of recording take as long as seconds.
 *
 * @throws Error of the system when the file cannot be opened or read, or one of ours when its end is no FLV.
 */
export function repairEnd(path: string): RecordingEnd {
  const handle = openSync(path, "a+", 0o600);
  try {
    const { size } = fstatSync(handle);
    const end = size < FLV_HEADER.length ? { sizeBytes: 0, lastMs: 0 } : findEnd(handle, size);
    ftruncateSync(handle, end.sizeBytes);
    return end;
  } finally {
    closeSync(handle);
  }
}

function findEnd(handle: number, size: number): RecordingEnd {
  for (let lookBytes = FIRST_LOOK_BYTES; ; lookBytes *= 4) {
    const from = Math.max(FLV_HEADER.length, size - lookBytes);
    const bytes = Buffer.alloc(size - from);
    const tail = bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
    const isWhole = from === FLV_HEADER.length;
    for (let end = tail.length; end > TAG_HEAD_BYTES + TAG_TAIL_BYTES; end -= 1) {
      const times = chainBefore(tail, end, isWhole);
      if (times) return { sizeBytes: from + end, lastMs: Math.max(...times) };
    }
    if (isWhole) return { sizeBytes: FLV_HEADER.length, lastMs: 0 };
    if (lookBytes >= MOST_LOOK_BYTES) throw new Error("The end of the recording is no FLV.");
  }
}

/** The moments of the tags that end at `end`, latest first; null when it is not the end of one. */
function chainBefore(tail: Buffer, end: number, isWhole: boolean): number[] | null {
  const times: number[] = [];
  for (let at = end; times.length < CHAIN;) {
    if (isWhole && at === 0) break;
    if (at < TAG_HEAD_BYTES + TAG_TAIL_BYTES) return null;
    const length = tail.readUInt32BE(at - TAG_TAIL_BYTES);
    const start = at - TAG_TAIL_BYTES - length;
    if (length < TAG_HEAD_BYTES || start < 0) return null;
    const isTag = KINDS.has(tail.readUInt8(start)) && tail.readUIntBE(start + 1, 3) === length - TAG_HEAD_BYTES;
    if (!isTag || tail.readUIntBE(start + 8, 3) !== 0) return null;
    times.push(timeOf(tail.subarray(start)));
    at = start;
  }
  return times.length > 0 ? times : null;
}
