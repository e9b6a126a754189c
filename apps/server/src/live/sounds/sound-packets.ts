/** A packet of a sound, with its time on the publisher's clock. */
interface Packet {
  atMs: number;
  data: Buffer;
}

/** Packets may be this far from their place, in milliseconds: a packet and what rounding adds. */
const TOLERANCE_MS = 25;
/** Packets that are kept for segments that are not whole yet: half a minute of 48 kHz. */
const MOST_PACKETS = 1_400;

/** The packets of one sound that wait for their segment. */
export class SoundPackets {
  #waiting: Packet[] = [];
  /** Time of the newest packet. */
  newestMs = -Infinity;

  add(atMs: number, data: Buffer): void {
    // A clock that went back: what waits is of another one.
    if (atMs < this.newestMs - 1_000) this.#waiting = [];
    this.newestMs = atMs;
    this.#waiting.push({ atMs, data });
    if (this.#waiting.length > MOST_PACKETS) this.#waiting.shift();
  }

  /** The packet at a time, which is taken; null where there is none. Times are asked for in their order. */
  take(atMs: number): Buffer | null {
    while ((this.#waiting[0]?.atMs ?? Infinity) < atMs - TOLERANCE_MS) this.#waiting.shift();
    if ((this.#waiting[0]?.atMs ?? Infinity) > atMs + TOLERANCE_MS) return null;
    return this.#waiting.shift()?.data ?? null;
  }
}
