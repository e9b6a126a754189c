/** How long to wait for a missing packet, which the sender is asked for again, in milliseconds. */
const PATIENCE_MS = 250;
/** Packets waiting behind a missing one. */
const MOST_WAITING = 1_024;
/** A larger step back is a sender that starts again. */
const LARGEST_STEP_BACK = 3_000;

interface Numbered {
  header: { sequenceNumber: number };
}

/** Puts the packets of one RTP stream in order; late and repeated ones are dropped (RFC 3550, appendix A.1). */
export class RtpOrder<Packet extends Numbered> {
  readonly #onPacket: (packet: Packet, isAfterLoss: boolean) => void;
  readonly #now: () => number;
  readonly #waiting = new Map<number, { packet: Packet; receivedAt: number }>();
  /** The next sequence number, unwrapped; null before the first packet. */
  #next: number | null = null;

  /** @param onPacket called in order; @param now in milliseconds. */
  constructor(onPacket: (packet: Packet, isAfterLoss: boolean) => void, now: () => number) {
    this.#onPacket = onPacket;
    this.#now = now;
  }

  take(packet: Packet): void {
    const { sequenceNumber } = packet.header;
    this.#next ??= sequenceNumber;
    const step = ((sequenceNumber - this.#next) << 16) >> 16;
    if (step < -LARGEST_STEP_BACK) {
      this.#waiting.clear();
      this.#next += step;
    } else if (step < 0) return;
    this.#waiting.set(this.#next + Math.max(0, step), { packet, receivedAt: this.#now() });
    this.#deliver(this.#next);
  }

  #deliver(from: number): void {
    let next = from;
    let isAfterLoss = false;
    while (this.#waiting.size > 0) {
      const held = this.#waiting.get(next);
      if (held) {
        this.#waiting.delete(next);
        next += 1;
        this.#onPacket(held.packet, isAfterLoss);
        isAfterLoss = false;
        continue;
      }
      const [first] = this.#waiting.values();
      const waited = first ? this.#now() - first.receivedAt : 0;
      if (waited < PATIENCE_MS && this.#waiting.size < MOST_WAITING) break;
      next = Math.min(...this.#waiting.keys());
      isAfterLoss = true;
    }
    this.#next = next;
  }
}
