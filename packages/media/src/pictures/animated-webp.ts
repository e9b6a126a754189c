import type { FileHandle } from "node:fs/promises";
import type { PicturePart } from "./animated-png.ts";

/** An animated WebP by its container (RFC 9649 §2.7); what its frames hold is not read. */
export interface AnimatedWebp {
  /** Pixels of the canvas. */
  width: number;
  height: number;
  frames: WebpFrame[];
}

/** A frame: a part of the canvas, and where in the file its picture lies. */
export interface WebpFrame extends PicturePart {
  /** Bytes from the start of the file. */
  offset: number;
  size: number;
}

interface Chunk {
  type: string;
  offset: number;
  size: number;
}

/** Browsers show a frame that says 10 ms or less for this long, in milliseconds. */
const HURRIED_MS = 100;

const readAt = async (file: FileHandle, offset: number, size: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, offset);
  return buffer.subarray(0, bytesRead);
};

/** Reads where the frames of a file lie; of one that is cut off, those that are whole, and null where it is not a WebP that moves. */
export async function readAnimatedWebp(file: FileHandle, atMost: number): Promise<AnimatedWebp | null> {
  const { size: end } = await file.stat();
  let canvas: { width: number; height: number } | null = null;
  const frames: WebpFrame[] = [];
  for await (const { type, offset, size } of chunksOf(file, 12, end)) {
    if (type === "VP8X") {
      const head = await readAt(file, offset, 10);
      if (head.length < 10) return null;
      canvas = { width: head.readUIntLE(4, 3) + 1, height: head.readUIntLE(7, 3) + 1 };
    }
    if (type !== "ANMF" || size < ANMF_HEAD) continue;
    frames.push(frameOf(await readAt(file, offset, ANMF_HEAD), { type, offset, size }));
    if (frames.length > atMost) break;
  }
  return canvas && { ...canvas, frames };
}

/** Bytes before the picture of a frame (RFC 9649 §2.7.1.1). */
const ANMF_HEAD = 16;

function frameOf(head: Buffer, { offset, size }: Chunk): WebpFrame {
  const milliseconds = head.readUIntLE(12, 3);
  const flags = head.readUInt8(15);
  return {
    x: head.readUIntLE(0, 3) * 2,
    y: head.readUIntLE(3, 3) * 2,
    width: head.readUIntLE(6, 3) + 1,
    height: head.readUIntLE(9, 3) + 1,
    milliseconds: milliseconds <= 10 ? HURRIED_MS : milliseconds,
    isBlended: (flags & 2) === 0,
    isCleared: (flags & 1) === 1,
    offset: offset + ANMF_HEAD,
    size: size - ANMF_HEAD,
  };
}

/** The chunks that lie whole within a stretch of a file. */
async function* chunksOf(file: FileHandle, from: number, end: number): AsyncGenerator<Chunk> {
  for (let at = from; at + 8 <= end;) {
    const head = await readAt(file, at, 8);
    if (head.length < 8) return;
    const size = head.readUInt32LE(4);
    if (at + 8 + size > end) return;
    yield { type: head.toString("latin1", 0, 4), offset: at + 8, size };
    at += 8 + size + (size % 2);
  }
}

/** The picture of a frame as a WebP file of its own. */
export async function stillOf(file: FileHandle, { width, height, offset, size }: WebpFrame): Promise<Buffer> {
  const parts: Buffer[] = [];
  let hasAlpha = false;
  for await (const chunk of chunksOf(file, offset, offset + size)) {
    if (!["ALPH", "VP8 ", "VP8L"].includes(chunk.type)) continue;
    hasAlpha ||= chunk.type === "ALPH";
    parts.push(webpChunk(chunk.type, await readAt(file, chunk.offset, chunk.size)));
  }
  // A simple file has no place for the chunk of transparency.
  const head = Buffer.alloc(10);
  head.writeUInt8(0x10, 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const chunks = hasAlpha ? [webpChunk("VP8X", head), ...parts] : parts;
  return webpChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8, type, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
