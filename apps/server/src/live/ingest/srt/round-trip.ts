const REMEMBERED = 64;
const FIRST_MEAN_MS = 100;

/** Measures the round-trip time from an ACK to its ACKACK (draft-sharabayko-srt-01 §4.10). */
export class RoundTrip {
  readonly #sent = new Map<number, number>();
  #last = 0;
  #lastAt = 0;
  #isLastAcknowledged = true;
  meanMs = FIRST_MEAN_MS;
  varianceMs = FIRST_MEAN_MS / 2;

  /** Milliseconds after which an answer counts as lost. */
  get patienceMs(): number {
    return this.meanMs + 4 * this.varianceMs;
  }

  /** Records that an acknowledgement is sent. Returns its number. */
  sent(nowMs: number): number {
    this.#last = (this.#last + 1) >>> 0;
    this.#lastAt = nowMs;
    this.#isLastAcknowledged = false;
    this.#sent.set(this.#last, nowMs);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > REMEMBERED && oldest !== undefined) this.#sent.delete(oldest);
    return this.#last;
  }

  /** Whether the last acknowledgement counts as lost. */
  isUnacknowledged(nowMs: number): boolean {
    return !this.#isLastAcknowledged && nowMs - this.#lastAt > this.patienceMs;
  }

  /** Records that the peer confirmed an acknowledgement. */
  acknowledged(number: number, nowMs: number): void {
    const at = this.#sent.get(number);
    if (at === undefined) return;
    this.#sent.delete(number);
    if (number === this.#last) this.#isLastAcknowledged = true;
    const tripMs = nowMs - at;
    this.varianceMs += (Math.abs(tripMs - this.meanMs) - this.varianceMs) / 4;
    this.meanMs += (tripMs - this.meanMs) / 8;
  }
}
