import type { Writable } from "node:stream";
import { waitForDrain } from "./wait-for-drain.ts";

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

  /** Waits until a target takes more, or is gone. Never rejects. */
  async until(target: Writable | null): Promise<void> {
    if (!target?.writableNeedDrain) return;
    this.#since = this.#now();
    await waitForDrain(target);
    this.#ms = this.ms;
    this.#since = null;
  }
}
