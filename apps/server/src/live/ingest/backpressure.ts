import type { Writable } from "node:stream";

const ENDINGS = ["drain", "close", "error"] as const;

/**
 * Resolves when a stream whose `write` returned false can be written to again, or never will be: on `drain`, `close` and `error`.
 * Never rejects: bytes written to a destroyed stream are lost, which its `writable` property says beforehand.
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

/** Measures for how long a consumer held its producer back. */
export class Backpressure {
  readonly #now: () => number;
  #ms = 0;
  #since: number | null = null;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds in total. */
  get ms(): number {
    return this.#ms + (this.#since === null ? 0 : this.#now() - this.#since);
  }

  /** Waits until `target` drains, closes or fails. Never rejects. */
  async waitForDrain(target: Writable | null): Promise<void> {
    if (!target?.writableNeedDrain) return;
    this.#since = this.#now();
    await waitForDrain(target);
    this.#ms = this.ms;
    this.#since = null;
  }
}
