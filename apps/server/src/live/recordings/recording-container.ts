import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readEnhanced } from "../ingest/rtmp/enhanced.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES } from "../ingest/rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import { MatroskaWriter } from "../ingest/rtmp/matroska.ts";
import { readMetadata } from "../ingest/rtmp/metadata.ts";

/** A recording's file as a video's source. */
export interface RecordingFile {
  path: string;
  extension: "flv" | "mkv";
}

/** Decoder configurations and the picture's size. */
interface Heads {
  video: Buffer;
  audio: Buffer | null;
  size: { width: number; height: number };
}

/**
 * A recording in a file that every ffmpeg reads: the FLV itself, or a Matroska file beside it for codecs with a FourCC (HEVC, AV1).
 * The media is copied unchanged.
 */
export async function readableRecording(path: string): Promise<RecordingFile> {
  const heads = await headsOf(path);
  if (!heads) return { path, extension: "flv" };
  const writer = new MatroskaWriter(heads.video, heads.audio, heads.size);
  const target = `${path}.mkv`;
  await rm(target, { force: true });
  await pipeline(Readable.from(matroskaOf(path, writer)), createWriteStream(target, { mode: 0o600 }));
  return { path: target, extension: "mkv" };
}

async function* matroskaOf(path: string, writer: MatroskaWriter): AsyncGenerator<Buffer> {
  yield writer.head;
  for await (const tag of tagsIn(path)) {
    const bytes = writer.write(tag);
    if (bytes) yield bytes;
  }
}

/** Null for a video codec with a legacy codec id. */
async function headsOf(path: string): Promise<Heads | null> {
  let size = { width: 1280, height: 720 };
  let video: Buffer | null = null;
  let audio: Buffer | null = null;
  for await (const tag of tagsIn(path)) {
    const type = tag.readUInt8(0);
    const body = tag.subarray(TAG_HEAD_BYTES, tag.length - TAG_TAIL_BYTES);
    if (type === FLV_SCRIPT) {
      const metadata = readMetadata(body);
      if (metadata && metadata.width > 0 && metadata.height > 0)
        size = { width: metadata.width, height: metadata.height };
    } else if (type === FLV_AUDIO && body.length > 2 && body.readUInt8(1) === 0) audio ??= tag;
    else if (type === FLV_VIDEO) {
      const read = readEnhanced(body);
      if (!read) return null;
      // A recording starts with the decoder configurations, then a key frame.
      if (read.kind === "config") video ??= tag;
      else if (read.kind === "frame") break;
    }
  }
  return video && { video, audio, size };
}

/** Reads the tags of an FLV file in order. */
async function* tagsIn(path: string): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { start: FLV_HEADER.length, highWaterMark: 1 << 20 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= TAG_HEAD_BYTES) {
      const next = at + TAG_HEAD_BYTES + held.readUIntBE(at + 1, 3) + TAG_TAIL_BYTES;
      if (next > held.length) break;
      yield held.subarray(at, next);
      at = next;
    }
    held = held.subarray(at);
  }
}
