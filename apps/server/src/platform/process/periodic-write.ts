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

  /** Writes what is left, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
