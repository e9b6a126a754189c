const REMEMBERED = 64;
const FIRST_MEAN_MS = 100;

/** How long the way there and back takes: from an acknowledgement to the word that it was heard (draft-sharabayko-srt-01 §4.10). */
export class RoundTrip {
  readonly #said = new Map<number, number>();
  #last = 0;
  #lastAt = 0;
  #heardLast = true;
  meanMs = FIRST_MEAN_MS;
  varianceMs = FIRST_MEAN_MS / 2;

  /** How long an answer may take before it counts as lost. */
  get patienceMs(): number {
    return this.meanMs + 4 * this.varianceMs;
  }

  /** An acknowledgement goes; answers its number. */
  said(nowMs: number): number {
    this.#last = (this.#last + 1) >>> 0;
    this.#lastAt = nowMs;
    this.#heardLast = false;
    this.#said.set(this.#last, nowMs);
    const [oldest] = this.#said.keys();
    if (this.#said.size > REMEMBERED && oldest !== undefined) this.#said.delete(oldest);
    return this.#last;
  }

  /** Whether the last acknowledgement seems to be lost. */
  isUnheard(nowMs: number): boolean {
    return !this.#heardLast && nowMs - this.#lastAt > this.patienceMs;
  }

  /** The other side heard an acknowledgement. */
  heard(number: number, nowMs: number): void {
    const at = this.#said.get(number);
    if (at === undefined) return;
    this.#said.delete(number);
    if (number === this.#last) this.#heardLast = true;
    const took = nowMs - at;
    this.varianceMs += (Math.abs(took - this.meanMs) - this.varianceMs) / 4;
    this.meanMs += (took - this.meanMs) / 8;
  }
}
