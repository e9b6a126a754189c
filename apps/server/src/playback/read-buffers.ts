// Half a MiB is where a read costs little beside the copying itself, and what is copied still lies in the processor's cache.
const LARGE_BYTES = 512 * 1024;
const SMALL_BYTES = 64 * 1024;
/** Large buffers at work or waiting; who comes beyond reads in small pieces, so that many slow readers fill no memory. */
const LARGE_BUFFERS = 64;
const SPARE_SMALL = 64;

/** Memory to read files into, used again: fresh memory for each read costs more than the read. */
export class ReadBuffers {
  readonly #large: Buffer[] = [];
  readonly #small: Buffer[] = [];
  #largeTaken = 0;

  take(): Buffer {
    if (this.#largeTaken >= LARGE_BUFFERS) return this.#small.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
    this.#largeTaken += 1;
    return this.#large.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES);
  }

  /** Ends a taken buffer's use; `clean` when nobody can still be reading from it, so that it may be used again. */
  giveBack(bytes: Buffer, clean: boolean): void {
    const large = bytes.length === LARGE_BYTES;
    if (large) this.#largeTaken -= 1;
    if (!clean) return;
    if (large) this.#large.push(bytes);
    else if (this.#small.length < SPARE_SMALL) this.#small.push(bytes);
  }
}
