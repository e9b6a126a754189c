import type { Readable } from "node:stream";

/** Bytes `start` to `end`, both counted from 0 and both included, as in RFC 9110 §14.1.2; without `end`, up to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** Metadata of a stored file. */
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
  /** Number of bytes in `stream`: the whole size, or the requested range. */
  lengthBytes: number;
}

/** Options for storing a file. */
export interface PutOptions {
  contentType?: string;
  signal?: AbortSignal;
  /** Need not survive a power cut: skips fsync. */
  volatile?: boolean;
}

/** Bytes to store: a stream, one buffer, or a list of buffers. */
export type StoredContent = Readable | Uint8Array | readonly Uint8Array[];

/**
 * Storage for the bytes of uploads, videos and recordings: a local folder or an S3 bucket.
 *
 * Keys are relative POSIX paths such as `assets/{video}/v1/720p/00000.m4s`. A key that is empty, absolute,
 * has `.`, `..` or empty parts, a backslash or a NUL is refused with `InvalidKey` by every method.
 * A reader never sees half a file: a file appears whole or not at all, and `put` replaces it atomically.
 */
export interface Storage {
  /** Stores a file atomically; when the promise resolves the bytes survive a power cut, unless the options say otherwise. @throws StorageFull when the disk is full. */
  put(key: string, body: StoredContent, options?: PutOptions): Promise<StoredFile>;
  /** Moves a finished local file in: a rename when storage is on the same disk, else an upload; the local file is gone afterwards. */
  putFile(key: string, localPath: string, options?: PutOptions): Promise<StoredFile>;
  /** Opens a file for reading. @throws NotStored when it is missing, RangeNotSatisfiable when the range starts past its end. */
  get(key: string, range?: ByteRange): Promise<StoredBody>;
  /** Metadata of a file, or null when it does not exist. */
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes a file; no error when it does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes every file below a folder such as `assets/{video}/attempts/7.1`; returns their number. */
  deletePrefix(prefix: string): Promise<number>;
  /** Every file below a folder, unordered; an empty prefix lists all. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Renames one file, replacing the target. @throws NotStored when it is missing. */
  move(from: string, to: string): Promise<void>;
  /**
   * Copies a file, replacing the target. Files never change in place, so on disk both names may
   * share the bytes. @throws NotStored when it is missing.
   */
  copy(from: string, to: string): Promise<void>;
  /** Renames a folder with all its files to one that does not exist yet: atomically on disk, file by file on S3. */
  movePrefix(from: string, to: string): Promise<void>;
  /** The local path a file would have, for ffmpeg; null when storage is remote. The file may not exist. */
  localPath(key: string): string | null;
  /** Copies a file to a local path, for tools that need one. @throws NotStored when it is missing. */
  download(key: string, localPath: string, signal?: AbortSignal): Promise<void>;
  /** Deletes the drafts of dead writers below a prefix; returns their number. Drafts are never visible to readers. */
  sweepDrafts(prefix: string): Promise<number>;
  /** Free and total bytes of the storage; null when there is no such limit (S3). */
  space(): Promise<{ freeBytes: number; totalBytes: number } | null>;
  /** Resolves when storage can be written and read right now. @throws the reason when it cannot. */
  check(): Promise<void>;
}
