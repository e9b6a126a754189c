/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to just below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.next();
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number that is `mean` on average. */
  around(mean: number): number {
    return Math.floor(mean * this.between(0.7, 1.3) + this.next());
  }

  /** One of some values by their weights. */
  pick<Value>(choices: readonly (readonly [Value, number])[]): Value {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = choices.at(-1);
    if (!last) throw new Error("There is nothing to pick from.");
    return last[0];
  }

  /** A random UUID (RFC 9562, version 4). */
  uuid(): string {
    const hex = Array.from({ length: 16 }, (_, at) => {
      const byte = Math.floor(this.next() * 256);
      const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
      return marked.toString(16).padStart(2, "0");
    }).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
}
