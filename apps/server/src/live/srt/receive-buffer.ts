import { sequenceAfter, sequenceStep } from "./packets.ts";

/** Packets that may be held, 12 MB of the largest. */
export const WINDOW_PACKETS = 8_192;

/** Numbers of packets, the first and the last of them. */
export type SequenceRange = readonly [first: number, last: number];

interface Held {
  payload: Buffer;
  atMs: number;
}

/**
 * Puts packets into their order (draft-sharabayko-srt-01 §4.5, §4.6, §4.8): those that are missing are waited for as long as the two sides
 * agreed on, then passed over. What is whole is handed on at once, not when the sender's clock says so: nobody looks at it here.
 */
export class ReceiveBuffer {
  readonly #held = new Map<number, Held>();
  readonly #latencyMs: number;
  /** The next one to hand on, the first one missing, and the one after the newest. */
  #position: number;
  #frontier: number;
  #newest: number;
  passedOver = 0;

  constructor(first: number, latencyMs: number) {
    this.#position = first;
    this.#frontier = first;
    this.#newest = first;
    this.#latencyMs = latencyMs;
  }

  /** The first packet that is missing, or that comes next. */
  get frontier(): number {
    return this.#frontier;
  }

  /** How many packets there is room for. */
  get room(): number {
    return WINDOW_PACKETS - sequenceStep(this.#position, this.#newest);
  }

  /** Takes a packet that came; answers the numbers that are missing since it came. */
  take(sequence: number, payload: Buffer, nowMs: number): SequenceRange | null {
    const step = sequenceStep(this.#position, sequence);
    if (step >= WINDOW_PACKETS && this.#held.size === 0) this.#jump(sequence);
    else if (step >= WINDOW_PACKETS) return null;
    // Here already, or given up.
    if (sequenceStep(this.#frontier, sequence) < 0 || this.#held.has(sequence)) return null;
    this.#held.set(sequence, { payload, atMs: nowMs });
    const skipped = sequenceStep(this.#newest, sequence);
    const missing: SequenceRange | null = skipped > 0 ? [this.#newest, sequenceAfter(sequence, -1)] : null;
    if (skipped >= 0) this.#newest = sequenceAfter(sequence);
    this.#advance();
    return missing;
  }

  /** Packets the sender will not send again. */
  giveUp([first, last]: SequenceRange): void {
    const isNext = sequenceStep(first, this.#frontier) >= 0 && sequenceStep(this.#frontier, last) >= 0;
    if (!isNext || sequenceStep(this.#position, last) >= WINDOW_PACKETS) return;
    this.#moveTo(sequenceAfter(last));
  }

  /** Passes over what is missing when what came after it waited long enough. */
  passOverLate(nowMs: number): void {
    for (;;) {
      if (this.#frontier === this.#newest) return;
      let next = this.#frontier;
      while (!this.#held.has(next) && next !== this.#newest) next = sequenceAfter(next);
      const first = this.#held.get(next);
      if (!first || nowMs - first.atMs < this.#latencyMs) return;
      this.#moveTo(next);
    }
  }

  /** What is missing, in order, no more than `most` ranges. */
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

  /** The next packet in order; null while it is missing. */
  shift(): Buffer | null {
    while (this.#position !== this.#frontier) {
      const held = this.#held.get(this.#position);
      this.#held.delete(this.#position);
      this.#position = sequenceAfter(this.#position);
      if (held) return held.payload;
    }
    return null;
  }

  #advance(): void {
    while (this.#held.has(this.#frontier)) this.#frontier = sequenceAfter(this.#frontier);
  }

  #moveTo(sequence: number): void {
    for (; this.#frontier !== sequence; this.#frontier = sequenceAfter(this.#frontier))
      if (!this.#held.has(this.#frontier)) this.passedOver += 1;
    if (sequenceStep(this.#newest, sequence) > 0) this.#newest = sequence;
    this.#advance();
  }

  /** The sender went on somewhere else, and nothing is left of before. */
  #jump(sequence: number): void {
    this.#position = sequence;
    this.#frontier = sequence;
    this.#newest = sequence;
  }
}
