import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PERIOD_MS = 60_000;

/** The address a datagram says it comes from. */
export interface Sender {
  address: string;
  port: number;
}

/**
 * Cookies that prove that somebody hears what is sent to their address, of which nothing is kept: a keyed hash of the address,
 * the caller's socket and the minute (draft-sharabayko-srt-01 §4.3.1.1).
 */
export class CookieJar {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;

  /** `now` counts milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  bake(sender: Sender, socketId: number): number {
    return this.#of(sender, socketId, this.#period()).readUInt32BE(0);
  }

  /** Whether it was baked for them in this minute or the last. */
  isGood(sender: Sender, socketId: number, cookie: number): boolean {
    const shown = Buffer.alloc(4);
    shown.writeUInt32BE(cookie);
    const now = this.#period();
    return [now, now - 1].some((period) => timingSafeEqual(this.#of(sender, socketId, period), shown));
  }

  #of({ address, port }: Sender, socketId: number, period: number): Buffer {
    const said = `${address} ${port} ${socketId} ${period}`;
    return createHmac("sha256", this.#secret).update(said).digest().subarray(0, 4);
  }

  #period(): number {
    return Math.floor(this.#now() / PERIOD_MS);
  }
}
