import { once } from "node:events";
import type { Writable } from "node:stream";

/** How long somebody who sends was made to wait for those who take it. */
export class HeldBack {
  readonly #now: () => number;
  #ms = 0;
  #since: number | null = null;

  /** `now` counts milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds in all. */
  get ms(): number {
    return this.#ms + (this.#since === null ? 0 : this.#now() - this.#since);
  }

  /** Waits until a target takes more, or is gone. */
  async until(target: Writable | null): Promise<void> {
    if (!target?.writableNeedDrain || target.destroyed) return;
    const over = new AbortController();
    const { signal } = over;
    this.#since = this.#now();
    try {
      await Promise.race([once(target, "drain", { signal }), once(target, "close", { signal })]);
    } finally {
      over.abort();
      this.#ms = this.ms;
      this.#since = null;
    }
  }
}
