import { ftruncate, writev } from "node:fs";
import { promisify } from "node:util";
import { hasRoomToReceive, type DiskSpace } from "@kinora/domain/operations/disk.ts";
import { StorageFull } from "@kinora/storage/errors.ts";
import type { Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { openPart, partFolder } from "./part-files.ts";
import { forgetPieces, recordPieces, storePiece, type Piece } from "./pieces.ts";
import { arrivesInPieces } from "./unfinished.ts";

/** Called with the number of bytes that were written, also when the rest failed. */
export type Written = (failure: Error | null, bytes: number) => void;

/** Where the bytes of a request's body go. */
export interface Sink {
  /** Bytes worth a write. */
  strokeBytes(): number;
  /** Bytes that may wait before the body is paused. */
  pauseBytes(): number;
  /** Writes buffers at a place in the upload's file. */
  write(buffers: Buffer[], position: number, done: Written): void;
}

/** The sink of one PATCH, with its end. */
export interface BodySink extends Sink {
  /** Makes what was written durable, and part of the upload. */
  keep(): Promise<void>;
  /** Drops what was written, which began at this offset. */
  cutBack(offset: number): Promise<void>;
  close(): Promise<void>;
}

// A trip to the disk costs as much CPU as copying several 64 KiB chunks. Bytes that wait for one leave the processor's cache
// when they are more than this, and must be fetched from memory to be written.
const STROKE_BYTES = 256 * 1024;
const PAUSE_BYTES = 512 * 1024;

/** Writes into a file at its offsets. */
export const fileSink = (fd: number): Sink => ({
  strokeBytes: () => STROKE_BYTES,
  pauseBytes: () => PAUSE_BYTES,
  write: (buffers, position, done) => writeAll(fd, buffers, position, done),
});

/** Bytes written between two checks of the free space. */
const CHECK_EVERY_BYTES = 4 * 1024 * 1024;

/** The same sink, which refuses bytes where its disk would have less than the reserve of the database; `space` reads that disk. */
function withReserve(sink: Sink, space: () => Promise<DiskSpace>): Sink {
  let untilCheck = 0;
  return {
    ...sink,
    write(buffers, position, done) {
      if (untilCheck > 0) {
        untilCheck -= sizeOf(buffers);
        return sink.write(buffers, position, done);
      }
      space().then(
        (disk) => {
          if (!hasRoomToReceive(disk)) return done(diskFull(), 0);
          untilCheck = CHECK_EVERY_BYTES - sizeOf(buffers);
          sink.write(buffers, position, done);
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), 0),
      );
    },
  };
}

const sizeOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);

/** What an upload is answered with whose bytes do not fit. */
export const diskFull = (): Refusal =>
  new Refusal("storage_full", "The server's disk is full. Your upload will resume once there is space.", {
    retryAfterSeconds: 30,
  });

/**
 * Opens the sink of a request's body.
 * @param verified its bytes count only once `keep` was called, because they have a checksum.
 */
export async function openSink(services: Services, uploadId: string, verified: boolean): Promise<BodySink> {
  if (arrivesInPieces(services)) return new PieceSink(services, uploadId, verified);
  const file = await openPart(services.config, uploadId);
  return {
    ...withReserve(fileSink(file.fd), () => services.diskSpace(partFolder(services.config))),
    keep: () => file.datasync(),
    cutBack: async (offset) => {
      await promisify(ftruncate)(file.fd, offset);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

/** A piece is sent while the next arrives. */
const PIECE_BYTES = 4 * 1024 * 1024;
const LEAST_PIECE_BYTES = 256 * 1024;
/** All uploads of a process together hold at most twice as much. */
const ALL_PIECES_BYTES = 64 * 1024 * 1024;
const open = new Set<PieceSink>();

/** Stores bytes piece by piece; each counts as soon as it is stored. */
class PieceSink implements BodySink {
  readonly #services: Services;
  readonly #uploadId: string;
  readonly #verified: boolean;
  #stored: Piece[] = [];

  constructor(services: Services, uploadId: string, verified: boolean) {
    this.#services = services;
    this.#uploadId = uploadId;
    this.#verified = verified;
    open.add(this);
  }

  strokeBytes(): number {
    return Math.max(LEAST_PIECE_BYTES, Math.min(PIECE_BYTES, ALL_PIECES_BYTES / open.size));
  }

  pauseBytes(): number {
    return this.strokeBytes();
  }

  write(buffers: Buffer[], position: number, done: Written): void {
    this.#store(buffers, position).then(
      ({ length_bytes: bytes }) => done(null, bytes),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), 0),
    );
  }

  async #store(buffers: Buffer[], position: number): Promise<Piece> {
    const { log } = this.#services;
    const place = { upload_id: this.#uploadId, at_byte: position };
    const piece = await storePiece(this.#services, place, buffers).catch((error: unknown) => {
      log.warn({ err: error, upload: this.#uploadId }, "could not store bytes of an upload");
      throw refusalOf(error);
    });
    this.#stored.push(piece);
    if (!this.#verified) await recordPieces(this.#services.db, [piece]);
    return piece;
  }

  async keep(): Promise<void> {
    if (this.#verified) await recordPieces(this.#services.db, this.#stored);
    this.#stored = [];
  }

  async cutBack(): Promise<void> {
    await forgetPieces(this.#services, this.#stored);
    this.#stored = [];
  }

  async close(): Promise<void> {
    open.delete(this);
  }
}

function refusalOf(error: unknown): Refusal {
  return error instanceof StorageFull
    ? new Refusal("storage_full", "The storage is full. Your upload will resume once there is space.", {
        retryAfterSeconds: 30,
      })
    : new Refusal("unavailable", "The storage does not take bytes now. Your upload will resume when it does.", {
        retryAfterSeconds: 10,
      });
}

/** The kernel may take less than it is given, as when the disk fills up: then the rest follows, or its error. */
function writeAll(fd: number, buffers: Buffer[], position: number, done: Written, before = 0): void {
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
