import { createHash, type Hash } from "node:crypto";

interface RunningHash {
  hash: Hash;
  /** The number of hashed bytes, from the file's beginning. */
  bytes: number;
}

/**
 * Running SHA-256 of uploads, kept between requests. OpenSSL's state cannot be serialized, so an upload that another process
 * started, or whose hash a restart lost, is hashed from the file after the upload instead.
 */
export interface RunningHashes {
  /** Removes and returns the hash over exactly the first `bytes` bytes; null when there is none. */
  take(uploadId: string, bytes: number): RunningHash | null;
  /** Stores a hash once its bytes are durable. */
  keep(uploadId: string, running: RunningHash): void;
  /** Whether there is a hash over exactly the first `bytes` bytes. */
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
      // Evicts the oldest: its file will be read once more.
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    },
    has: (uploadId, bytes) => kept.get(uploadId)?.bytes === bytes,
    forget(uploadId) {
      kept.delete(uploadId);
    },
  };
}
