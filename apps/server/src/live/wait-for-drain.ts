import type { Writable } from "node:stream";

const ENDINGS = ["drain", "close", "error"] as const;

/**
 * Resolves when a stream that asked to be waited for can be written to again, or never will be: on `drain`, `close` and `error`.
 * Never rejects: a caller that writes to a stream that is gone loses those bytes, which `writable` says beforehand.
 */
export function waitForDrain(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      for (const name of ENDINGS) stream.off(name, done);
      resolve();
    };
    for (const name of ENDINGS) stream.on(name, done);
  });
}
