import { giveBytesBack } from "@kinora/media/live/recycledBytes.ts";

/** Segments of each rung whose bytes and parts are answered from memory. */
const HELD_SEGMENTS = 6;

interface HeldSegment {
  sequence: number;
  names: string[];
  /** Nobody writes it any more, for it is in storage. */
  isStored: boolean;
}

/** A stream's newest media in memory. A segment is the bytes of its parts, and becomes one piece when it is asked for. */
export class HeldMedia {
  readonly #held = new Map<string, Buffer | readonly Buffer[]>();
  /** By rung, oldest first. */
  readonly #segments = new Map<string, HeldSegment[]>();
  /** What was asked for may be on its way to players for long. */
  readonly #handedOut = new WeakSet<Buffer>();

  has(name: string): boolean {
    return this.#held.has(name);
  }

  get(name: string): Buffer | undefined {
    const held = this.#held.get(name);
    if (!held) return held;
    const whole = Buffer.isBuffer(held) ? held : Buffer.concat(held);
    this.#held.set(name, whole);
    this.#handedOut.add(whole);
    return whole;
  }

  /** Holds a file until it is dropped. */
  put(name: string, bytes: Buffer): void {
    this.#held.set(name, bytes);
  }

  drop(name: string): void {
    this.#held.delete(name);
  }

  /** Holds a part, or the whole, of a rung's newest segment; older ones than the last six of the rung are forgotten. */
  add(rung: string, sequence: number, name: string, bytes: Buffer | readonly Buffer[]): void {
    this.#held.set(name, bytes);
    const segments = this.#segments.get(rung) ?? [];
    this.#segments.set(rung, segments);
    const newest = segments.at(-1);
    if (newest?.sequence === sequence) {
      newest.names.push(name);
      return;
    }
    segments.push({ sequence, names: [name], isStored: false });
    while (segments.length > HELD_SEGMENTS) this.#forget(segments.shift());
  }

  /** A segment's memory may be used again once it is forgotten. */
  stored(rung: string, sequence: number): void {
    const segment = this.#segments.get(rung)?.find((one) => one.sequence === sequence);
    if (segment) segment.isStored = true;
  }

  #forget(segment: HeldSegment | undefined): void {
    for (const name of segment?.names ?? []) {
      const held = this.#held.get(name) ?? [];
      this.#held.delete(name);
      if (!segment?.isStored) continue;
      for (const bytes of [held].flat()) if (!this.#handedOut.has(bytes)) giveBytesBack(bytes);
    }
  }
}
