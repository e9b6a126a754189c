import type { Readable } from "node:stream";

/** Pieces of one fMP4 track in order: the init segment, then every segment; local paths, buffers or streams. */
export type FragmentParts = Iterable<string | Buffer | Readable> | AsyncIterable<string | Buffer | Readable>;

/** Joins an init segment and segments into one local fMP4 file. */
export declare function joinFragments(parts: FragmentParts, outputPath: string, signal?: AbortSignal): Promise<void>;

/** A progressive MP4 to make from finished renditions. */
export interface DownloadOptions {
  video: FragmentParts;
  audio: FragmentParts | null;
  /** Folder only this run uses; the result is written inside. */
  workFolder: string;
  signal: AbortSignal;
}

/** Makes a fast-start MP4 for download without encoding; answers its local path in the work folder. */
export declare function makeDownload(options: DownloadOptions): Promise<{ path: string; sizeBytes: number }>;
