// At half a MiB the cost of a read is small compared with the copy, and the copy still fits into the processor's cache.
const LARGE_BYTES = 512 * 1024;
const SMALL_BYTES = 64 * 1024;
/** Maximum of large buffers; further readers use small ones, so that many slow readers do not exhaust memory. */
const LARGE_BUFFERS = 64;
const SPARE_SMALL = 64;

/** A pool of buffers for reading files: allocating one for each read costs more than the read. */
export class ReadBuffers {
  readonly #large: Buffer[] = [];
  readonly #small: Buffer[] = [];
  #largeTaken = 0;

  take(): Buffer {
    if (this.#largeTaken >= LARGE_BUFFERS) return this.#small.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
    this.#largeTaken += 1;
    return this.#large.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES);
  }

  /** Returns a buffer; `clean` if nothing can still read from it, so that it may be reused. */
  giveBack(bytes: Buffer, clean: boolean): void {
    const large = bytes.length === LARGE_BYTES;
    if (large) this.#largeTaken -= 1;
    if (!clean) return;
    if (large) this.#large.push(bytes);
    else if (this.#small.length < SPARE_SMALL) this.#small.push(bytes);
  }
}
