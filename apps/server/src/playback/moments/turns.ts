import { Refusal } from "../../platform/refusal.ts";

/** Runs some pieces of work at a time in one process; further ones wait in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws Refusal `unavailable` when too many wait. */
  async run<Made>(work: () => Promise<Made>): Promise<Made> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new Refusal("unavailable", "Many pictures are being made. Try again in a moment.", {
          retryAfterSeconds: 2,
        });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next request in line, if there is one.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
