import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, timeOf } from "../ingest/rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO } from "../ingest/rtmp/flv.ts";

const KINDS: ReadonlySet<number> = new Set([FLV_AUDIO, FLV_VIDEO, FLV_SCRIPT]);
/** Bytes of the first read from the end, multiplied by four until whole tags are found. */
const FIRST_READ_BYTES = 1024 * 1024;
/** Consecutive tags with matching lengths that count as proof of a tag boundary. */
const CHAIN = 8;
/** More bytes than that many of the largest tags have (24 bits of length, E.4.1). */
const MOST_READ_BYTES = 256 * 1024 * 1024;

/** The end of a recording: its size and the timestamp of its last tags in milliseconds. */
export interface RecordingEnd {
  sizeBytes: number;
  lastMs: number;
}

/**
 * Truncates a tag that a crash left incomplete and returns the end of the file. Each tag is followed by its length (FLV specification
 * 10.1, E.3), so that only the end is read, whatever the length of the recording.
 *
 * @throws Error of the system when the file cannot be opened or read, or Error when its end is not FLV.
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
  for (let readBytes = FIRST_READ_BYTES; ; readBytes *= 4) {
    const from = Math.max(FLV_HEADER.length, size - readBytes);
    const bytes = Buffer.alloc(size - from);
    const tail = bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
    const isWhole = from === FLV_HEADER.length;
    for (let end = tail.length; end > TAG_HEAD_BYTES + TAG_TAIL_BYTES; end -= 1) {
      const times = chainBefore(tail, end, isWhole);
      if (times) return { sizeBytes: from + end, lastMs: Math.max(...times) };
    }
    if (isWhole) return { sizeBytes: FLV_HEADER.length, lastMs: 0 };
    if (readBytes >= MOST_READ_BYTES) throw new Error("The end of the recording is not FLV.");
  }
}

/** Timestamps of the tags that end at `end`, latest first; null when no tag ends there. */
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
