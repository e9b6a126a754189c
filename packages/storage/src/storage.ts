import type { Readable } from "node:stream";

/** Bytes `start` to `end`, both counted from 0 and both included, as in RFC 9110 §14.1.2; without `end`, up to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** What is known of a stored file without reading it. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  /** Opaque and quoted, changes whenever the bytes change (RFC 9110 §8.8.3). */
  etag: string;
  modifiedAt: Date;
  contentType?: string;
}

/** A stored file being read; `stream` must be consumed or destroyed. */
export interface StoredBody extends StoredFile {
  stream: Readable;
  /** How many bytes `stream` delivers: the whole size, or the part asked for. */
  lengthBytes: number;
}

/** What may be said about a file when it is stored. */
export interface PutOptions {
  contentType?: string;
  signal?: AbortSignal;
  /** Need not survive a power cut; it is not waited for the disk then. */
  volatile?: boolean;
}

/** Bytes to store: as they come, or all of them, in pieces if they are. */
export type StoredContent = Readable | Uint8Array | readonly Uint8Array[];

/**
 * Where the bytes of uploads, videos and recordings live: a local folder or an S3 bucket.
 *
 * Keys are relative POSIX paths such as `assets/{video}/v1/720p/00000.m4s`. A key that is empty, absolute,
 * has `.`, `..` or empty parts, a backslash or a NUL is refused with `InvalidKey` by every method.
 * A reader never sees half a file: a file appears whole, or not at all, and `put` replaces it at once.
 */
export interface Storage {
  /** Stores a file whole; when the promise resolves the bytes survive a power cut, unless they need not. @throws StorageFull when the disk is full. */
  put(key: string, body: StoredContent, options?: PutOptions): Promise<StoredFile>;
  /** Moves a finished local file in: a rename when storage is on the same disk, else an upload; the local file is gone afterwards. */
  putFile(key: string, localPath: string, options?: PutOptions): Promise<StoredFile>;
  /** Opens a file for reading. @throws NotStored when it is not there, RangeNotSatisfiable when the range starts past its end. */
  get(key: string, range?: ByteRange): Promise<StoredBody>;
  /** Size and age of a file, or null when it is not there. */
  stat(key: string): Promise<StoredFile | null>;
  /** Removes a file; removing what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Removes every file below a folder such as `assets/{video}/attempts/7.1`; answers how many went. */
  deletePrefix(prefix: string): Promise<number>;
  /** Every file below a folder, in no promised order; an empty prefix lists all. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Renames one file, replacing what was there. @throws NotStored when it is not there. */
  move(from: string, to: string): Promise<void>;
  /**
   * Gives a file's bytes a second name, replacing what was there. Files never change in place, so on disk both names may
   * share them. @throws NotStored when it is not there.
   */
  copy(from: string, to: string): Promise<void>;
  /** Renames a folder with everything below it into a place where nothing is yet: at once on disk, file by file on S3. */
  movePrefix(from: string, to: string): Promise<void>;
  /** Where a file would be on this machine's disk, for ffmpeg; null when storage is elsewhere. Says nothing about whether it exists. */
  localPath(key: string): string | null;
  /** Copies a file to a local path, for tools that need one. @throws NotStored when it is not there. */
  download(key: string, localPath: string, signal?: AbortSignal): Promise<void>;
  /** Removes what writers that died left half-written below a prefix; answers how many files. Nobody else saw them. */
  sweepDrafts(prefix: string): Promise<number>;
  /** Free and total bytes where the files live; null when there is no such limit (S3). */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Resolves when storage can be written and read right now. @throws when it cannot, with the reason. */
  check(): Promise<void>;
}
