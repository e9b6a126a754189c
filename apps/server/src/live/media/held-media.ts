import { giveBytesBack } from "@kinora/media/live/recycled-bytes.ts";

/** Newest segments of each rung kept in memory. */
const HELD_SEGMENTS = 6;

interface HeldSegment {
  sequence: number;
  names: string[];
  /** It is in storage, so that its memory can be reused. */
  isStored: boolean;
}

/** A stream's newest media in memory. A segment is a list of parts and is concatenated when it is first read. */
export class HeldMedia {
  readonly #held = new Map<string, Buffer | readonly Buffer[]>();
  /** By rung, oldest first. */
  readonly #segments = new Map<string, HeldSegment[]>();
  /** Buffers given to readers, which may be sending them for long: never reused. */
  readonly #inUse = new WeakSet<Buffer>();

  has(name: string): boolean {
    return this.#held.has(name);
  }

  get(name: string): Buffer | undefined {
    const held = this.#held.get(name);
    if (!held) return held;
    const whole = Buffer.isBuffer(held) ? held : Buffer.concat(held);
    this.#held.set(name, whole);
    this.#inUse.add(whole);
    return whole;
  }

  /** Keeps a file until it is dropped. */
  put(name: string, bytes: Buffer): void {
    this.#held.set(name, bytes);
  }

  drop(name: string): void {
    this.#held.delete(name);
  }

  /** Keeps a part or the whole of a rung's newest segment and forgets all but the rung's last six segments. */
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

  /** Marks a segment as stored: its memory is reused once it is forgotten. */
  stored(rung: string, sequence: number): void {
    const segment = this.#segments.get(rung)?.find((one) => one.sequence === sequence);
    if (segment) segment.isStored = true;
  }

  #forget(segment: HeldSegment | undefined): void {
    for (const name of segment?.names ?? []) {
      const held = this.#held.get(name) ?? [];
      this.#held.delete(name);
      if (!segment?.isStored) continue;
      for (const bytes of [held].flat()) if (!this.#inUse.has(bytes)) giveBytesBack(bytes);
    }
  }
}
