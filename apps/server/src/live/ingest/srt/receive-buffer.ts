import { sequenceAfter, sequenceStep } from "./packets.ts";

/** Most buffered packets. */
export const WINDOW_PACKETS = 8_192;
/** Media in a packet of Ethernet (1,500 bytes with the headers of IP, UDP and SRT). */
const USUAL_BYTES = 1_456;
/** Most buffered bytes, 12 MB: a datagram in fragments of IP may have 64 KiB. */
const WINDOW_BYTES = WINDOW_PACKETS * USUAL_BYTES;

/** A range of sequence numbers, both ends included. */
export type SequenceRange = readonly [first: number, last: number];

interface Held {
  payload: Buffer;
  atMs: number;
}

/**
 * Reorders packets (draft-sharabayko-srt-01 §4.5, §4.6, §4.8): a missing packet is skipped after the negotiated latency. Packets in
 * order are delivered at once rather than by the sender's clock, because they are not played here.
 */
export class ReceiveBuffer {
  readonly #held = new Map<number, Held>();
  #heldBytes = 0;
  readonly #latencyMs: number;
  /** The next packet to deliver, the first missing one, and the one after the newest. */
  #position: number;
  #frontier: number;
  #newest: number;
  skippedPackets = 0;

  constructor(first: number, latencyMs: number) {
    this.#position = first;
    this.#frontier = first;
    this.#newest = first;
    this.#latencyMs = latencyMs;
  }

  /** The first missing packet, or the one after the newest. */
  get frontier(): number {
    return this.#frontier;
  }

  /** Number of free places. */
  get room(): number {
    return WINDOW_PACKETS - sequenceStep(this.#position, this.#newest);
  }

  /** Buffers a packet; one for which there is no room counts as lost. Returns the range newly known to be missing. */
  take(sequence: number, payload: Buffer, nowMs: number): SequenceRange | null {
    const step = sequenceStep(this.#position, sequence);
    if (step >= WINDOW_PACKETS && this.#held.size === 0) this.#jump(sequence);
    else if (step >= WINDOW_PACKETS) return null;
    // A duplicate, or skipped already.
    if (sequenceStep(this.#frontier, sequence) < 0 || this.#held.has(sequence)) return null;
    if (this.#heldBytes + payload.length > WINDOW_BYTES) return null;
    this.#held.set(sequence, { payload, atMs: nowMs });
    this.#heldBytes += payload.length;
    const skipped = sequenceStep(this.#newest, sequence);
    const missing: SequenceRange | null = skipped > 0 ? [this.#newest, sequenceAfter(sequence, -1)] : null;
    if (skipped >= 0) this.#newest = sequenceAfter(sequence);
    this.#advance();
    return missing;
  }

  /** Skips packets the sender will not retransmit. */
  drop([first, last]: SequenceRange): void {
    const isNext = sequenceStep(first, this.#frontier) >= 0 && sequenceStep(this.#frontier, last) >= 0;
    if (!isNext || sequenceStep(this.#position, last) >= WINDOW_PACKETS) return;
    this.#moveTo(sequenceAfter(last));
  }

  /** Skips missing packets when the packet after them has waited for the latency. */
  skipLate(nowMs: number): void {
    for (;;) {
      if (this.#frontier === this.#newest) return;
      let next = this.#frontier;
      while (!this.#held.has(next) && next !== this.#newest) next = sequenceAfter(next);
      const first = this.#held.get(next);
      if (!first || nowMs - first.atMs < this.#latencyMs) return;
      this.#moveTo(next);
    }
  }

  /** The missing ranges in order, at most `most`. */
  missing(most: number): SequenceRange[] {
    const ranges: SequenceRange[] = [];
    for (let at = this.#frontier; at !== this.#newest && ranges.length < most; at = sequenceAfter(at)) {
      if (this.#held.has(at)) continue;
      const first = at;
      while (sequenceAfter(at) !== this.#newest && !this.#held.has(sequenceAfter(at))) at = sequenceAfter(at);
      ranges.push([first, at]);
    }
    return ranges;
  }

  /** Removes and returns the next packet in order; null while it is missing. */
  shift(): Buffer | null {
    while (this.#position !== this.#frontier) {
      const held = this.#held.get(this.#position);
      this.#held.delete(this.#position);
      this.#position = sequenceAfter(this.#position);
      if (!held) continue;
      this.#heldBytes -= held.payload.length;
      return held.payload;
    }
    return null;
  }

  #advance(): void {
    while (this.#held.has(this.#frontier)) this.#frontier = sequenceAfter(this.#frontier);
  }

  #moveTo(sequence: number): void {
    for (; this.#frontier !== sequence; this.#frontier = sequenceAfter(this.#frontier))
      if (!this.#held.has(this.#frontier)) this.skippedPackets += 1;
    if (sequenceStep(this.#newest, sequence) > 0) this.#newest = sequence;
    this.#advance();
  }

  /** Restarts at another sequence number; the buffer is empty. */
  #jump(sequence: number): void {
    this.#position = sequence;
    this.#frontier = sequence;
    this.#newest = sequence;
  }
}
