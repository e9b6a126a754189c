import { setTimeout as wait } from "node:timers/promises";

/** How long a process that stops tries again to write; a database that is away takes longer to say so. */
const CLOSING_MS = 3_000;
const CLOSING_PAUSE_MS = 100;

/** Writes what a process collected, at intervals and when it is asked to, one write after the other. */
export class PeriodicWrite {
  readonly #write: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  /** `write` never throws: it keeps what could not be written for the next time, or counts it. */
  constructor(everyMs: number, write: () => Promise<void>) {
    this.#write = write;
    this.#timer = setInterval(() => {
      this.flush().catch(() => undefined);
    }, everyMs);
    this.#timer.unref();
  }

  /** Writes after what is being written. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(this.#write);
    return this.#writing;
  }

  /** Writes what is left, and stops. A write that fails then has no next time: while `isLeft` says so, it is tried again for 3 s. */
  async close(isLeft: () => boolean = () => false): Promise<void> {
    clearInterval(this.#timer);
    const late = AbortSignal.timeout(CLOSING_MS);
    await this.flush();
    while (isLeft() && !late.aborted) {
      await wait(CLOSING_PAUSE_MS);
      await this.flush();
    }
  }
}
