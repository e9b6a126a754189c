import { networkOf } from "../platform/http/client-address.ts";

/** What each network may send within a window of time: an IPv4 address, or an IPv6 /64. */
export class NetworkShare {
  readonly #limit: number;
  readonly #windowMs: number;
  #counts = new Map<string, number>();
  #startedAt = -Infinity;

  /** `limit` is per network and window. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Whether a client may send one more. @param nowMs of a monotonic clock. */
  take(address: string, nowMs = performance.now()): boolean {
    if (nowMs - this.#startedAt >= this.#windowMs) {
      this.#counts = new Map();
      this.#startedAt = nowMs;
    }
    const network = networkOf(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    return count <= this.#limit;
  }
}
