import { createHash, type Hash } from "node:crypto";

interface RunningHash {
  hash: Hash;
  /** How many bytes of the file went in, from its beginning. */
  bytes: number;
}

/**
 * SHA-256 of uploads while their bytes come in, kept between requests. OpenSSL's state cannot be written down, so what
 * another process began, or a restart forgot, is hashed from the file after the upload instead.
 */
export interface RunningHashes {
  /** The hash over exactly the first `bytes` bytes, taken out; null when it is not known here. */
  take(uploadId: string, bytes: number): RunningHash | null;
  /** Once the bytes that went in are on disk for good. */
  keep(uploadId: string, running: RunningHash): void;
  /** Whether a hash over exactly the first `bytes` bytes waits here. */
  has(uploadId: string, bytes: number): boolean;
  forget(uploadId: string): void;
}

const KEPT = 2_000;

export function createRunningHashes(): RunningHashes {
  const kept = new Map<string, RunningHash>();
  return {
    take(uploadId, bytes) {
      const known = kept.get(uploadId);
      kept.delete(uploadId);
      if (bytes === 0) return { hash: createHash("sha256"), bytes: 0 };
      return known?.bytes === bytes ? known : null;
    },
    keep(uploadId, running) {
      kept.delete(uploadId);
      kept.set(uploadId, running);
      // The one that waited longest goes: it costs reading its file once more, nothing else.
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    },
    has: (uploadId, bytes) => kept.get(uploadId)?.bytes === bytes,
    forget(uploadId) {
      kept.delete(uploadId);
    },
  };
}
