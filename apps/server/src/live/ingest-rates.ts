/** Rates that are asked for more often are those of the last time. */
const SHORTEST_SECONDS = 0.9;

/** Counts what comes in; rates are of the time since they were asked for last. */
export class IngestRates {
  readonly #now: () => number;
  #frames = 0;
  #bytes = 0;
  #since: number;
  #rates: { frameRate: number | null; kbps: number | null } = { frameRate: null, kbps: null };

  /** `now` counts milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  bytes(count: number): void {
    this.#bytes += count;
  }

  frame(): void {
    this.#frames += 1;
  }

  /** Frames a second to a tenth, and kilobits a second; null until known. */
  read(): { frameRate: number | null; kbps: number | null } {
    const now = this.#now();
    const seconds = (now - this.#since) / 1000;
    if (seconds < SHORTEST_SECONDS) return this.#rates;
    this.#rates = {
      frameRate: Math.round((this.#frames / seconds) * 10) / 10,
      kbps: Math.round((this.#bytes * 8) / seconds / 1000),
    };
    this.#since = now;
    this.#frames = 0;
    this.#bytes = 0;
    return this.#rates;
  }
}
