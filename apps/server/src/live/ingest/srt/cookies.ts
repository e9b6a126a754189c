import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PERIOD_MS = 60_000;

/** The source address of a datagram, which may be forged. */
export interface Sender {
  address: string;
  port: number;
}

/**
 * Stateless cookies that prove that a caller receives datagrams at its source address: a keyed hash of the address, the caller's
 * socket id and the minute (draft-sharabayko-srt-01 §4.3.1.1).
 */
export class Cookies {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The cookie of a caller for this minute. */
  issue(sender: Sender, socketId: number): number {
    return this.#hash(sender, socketId, this.#period()).readUInt32BE(0);
  }

  /** Whether the cookie was issued to this caller in this minute or the previous one. */
  isValid(sender: Sender, socketId: number, cookie: number): boolean {
    const received = Buffer.alloc(4);
    received.writeUInt32BE(cookie);
    const now = this.#period();
    return [now, now - 1].some((period) => timingSafeEqual(this.#hash(sender, socketId, period), received));
  }

  #hash({ address, port }: Sender, socketId: number, period: number): Buffer {
    const message = `${address} ${port} ${socketId} ${period}`;
    return createHmac("sha256", this.#secret).update(message).digest().subarray(0, 4);
  }

  #period(): number {
    return Math.floor(this.#now() / PERIOD_MS);
  }
}
