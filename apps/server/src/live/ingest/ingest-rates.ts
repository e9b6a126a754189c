/** Calls closer together than this get the previous rates. */
const SHORTEST_SECONDS = 0.9;

/** Measures the frame rate and the bitrate between calls of `read`. */
export class IngestRates {
  readonly #now: () => number;
  #frames = 0;
  #bytes = 0;
  #since: number;
  #rates: { frameRate: number | null; kbps: number | null } = { frameRate: null, kbps: null };

  /** @param now in milliseconds. */
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

  /** Frames per second, rounded to a tenth, and kilobits per second; null until known. */
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
