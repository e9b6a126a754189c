interface QueueOptions {
  /** Videos of the playlist. */
  length: number;
  /** Index of the first one to play. */
  first: number;
  loop: boolean;
  shuffle: boolean;
  /** A number from 0 up to 1. */
  random?: () => number;
}

/** The order in which a playlist plays: indexes of its videos, with those left out that cannot play. */
export class PlayQueue {
  readonly #random: () => number;
  readonly #skipped = new Set<number>();
  readonly #length: number;
  #order: number[];
  #at: number;
  #shuffle: boolean;
  loop: boolean;

  constructor({ length, first, loop, shuffle, random = Math.random }: QueueOptions) {
    this.#random = random;
    this.#length = length;
    this.loop = loop;
    this.#shuffle = false;
    this.#order = Array.from({ length }, (_, index) => index);
    this.#at = Math.max(0, first);
    if (shuffle) this.shuffle = true;
  }

  /** The video that plays. */
  get current(): number {
    return this.#order[this.#at] ?? 0;
  }

  get shuffle(): boolean {
    return this.#shuffle;
  }

  /** A new random order begins with the video that plays; the list's own order continues from there. */
  set shuffle(on: boolean) {
    const { current } = this;
    this.#shuffle = on;
    const others = Array.from({ length: this.#length }, (_, index) => index);
    this.#order = on ? [current, ...this.#mixed(others.filter((index) => index !== current))] : others;
    this.#at = this.#order.indexOf(current);
  }

  /** The video after the current one; null at the end, or when no other one can play. */
  get next(): number | null {
    const at = this.#find(1);
    return at === null ? null : (this.#order[at] ?? null);
  }

  /** The video before the current one; null at the beginning. */
  get previous(): number | null {
    const at = this.#find(-1);
    return at === null ? null : (this.#order[at] ?? null);
  }

  /** Makes a video of the list the current one. */
  goTo(index: number): void {
    const at = this.#order.indexOf(index);
    if (at >= 0) this.#at = at;
  }

  /** Leaves out a video that cannot play. */
  skip(index: number): void {
    this.#skipped.add(index);
  }

  #find(step: 1 | -1): number | null {
    const { length } = this.#order;
    for (let distance = 1; distance <= length; distance += 1) {
      const place = this.#at + step * distance;
      const isBeyond = place < 0 || place >= length;
      if (isBeyond && !(this.loop && step === 1)) return null;
      const at = ((place % length) + length) % length;
      const index = this.#order[at];
      if (index !== undefined && !this.#skipped.has(index)) return at;
    }
    return null;
  }

  /** Fisher–Yates. */
  #mixed(indexes: number[]): number[] {
    const mixed = [...indexes];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.#random() * (last + 1));
      [mixed[last], mixed[other]] = [mixed[other] ?? 0, mixed[last] ?? 0];
    }
    return mixed;
  }
}
