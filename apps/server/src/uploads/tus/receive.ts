import { writev } from "node:fs";
import type { IncomingMessage } from "node:http";

// One trip to the disk per half MiB: each costs as much CPU as copying several 64 KiB chunks.
const WRITE_BYTES = 512 * 1024;
const PAUSE_BYTES = 4 * 1024 * 1024;

export interface Reception {
  body: IncomingMessage;
  /** Where the bytes go. */
  fd: number;
  /** The place in the file of the body's first byte. */
  position: number;
  /** Bytes the body may have; one more and it is cut off. */
  limitBytes: number;
  signal: AbortSignal;
  /** Sees every byte that is written, in order. */
  onBytes(chunk: Buffer): void;
}

export interface Received {
  /** Bytes written to the file; not yet forced onto the disk. */
  bytes: number;
  /** `cut` when the connection broke or the signal stopped it, `too_long` when the body went beyond its limit. */
  end: "complete" | "cut" | "too_long";
}

/**
 * Writes a request's body into a file as it comes, in large strokes and never more than a few MiB ahead of the disk.
 * What arrived before the connection broke is written anyway.
 * @throws the file system's error when a write fails.
 */
export function receive({ body, fd, position, limitBytes, signal, onBytes }: Reception): Promise<Received> {
  return new Promise((resolve, reject) => {
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let writing = false;
    let received = 0;
    let written = 0;
    let end: Received["end"] | null = null;

    const stop = (how: Received["end"]) => {
      if (end) return;
      end = how;
      body.off("data", onData);
      if (how !== "complete") body.pause();
      write();
    };
    const onCut = () => stop("cut");
    const settle = (failure: Error | null) => {
      body.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
      signal.removeEventListener("abort", onCut);
      if (failure) reject(failure);
      else resolve({ bytes: written, end: end ?? "cut" });
    };

    function onData(chunk: Buffer): void {
      if (received + chunk.length > limitBytes) return stop("too_long");
      received += chunk.length;
      waiting.push(chunk);
      waitingBytes += chunk.length;
      onBytes(chunk);
      if (waitingBytes >= WRITE_BYTES) write();
      if (waitingBytes >= PAUSE_BYTES) body.pause();
    }

    function onEnd(): void {
      stop("complete");
    }

    function write(): void {
      if (writing) return;
      if (waiting.length === 0) {
        if (end) settle(null);
        return;
      }
      if (!end && waitingBytes < WRITE_BYTES) return;
      const buffers = waiting;
      waiting = [];
      waitingBytes = 0;
      writing = true;
      writeAll(fd, buffers, position + written, (failure, bytes) => {
        writing = false;
        written += bytes;
        buffers.forEach(giveBack);
        if (failure) {
          end ??= "cut";
          return settle(failure);
        }
        if (!end && body.isPaused()) body.resume();
        write();
      });
    }

    if (signal.aborted || body.destroyed) return resolve({ bytes: 0, end: "cut" });
    signal.addEventListener("abort", onCut);
    body.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
  });
}

/**
 * Frees a chunk's memory at once. Left to the garbage collector, every 14 MiB of upload cost one pass over the whole
 * heap, half of all CPU time; and memory that is given back is still in the processor's cache for the next chunk.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // A small chunk is a piece of memory that others use too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The kernel may take less than it is given, as when the disk fills up: then the rest follows, or its error. */
function writeAll(
  fd: number,
  buffers: Buffer[],
  position: number,
  done: (failure: Error | null, bytes: number) => void,
  before = 0,
): void {
  writev(fd, buffers, position, (failure, bytes) => {
    if (failure) return done(failure, before);
    const rest = after(buffers, bytes);
    if (rest.length === 0) return done(null, before + bytes);
    writeAll(fd, rest, position + bytes, done, before + bytes);
  });
}

function after(buffers: Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  for (const [index, buffer] of buffers.entries()) {
    if (skip < buffer.length) return [buffer.subarray(skip), ...buffers.slice(index + 1)];
    skip -= buffer.length;
  }
  return [];
}
