import { readProgramme, type Programme } from "@kinora/media/live/programme-map.ts";

/** Most bytes to search: tables are sent at least every half second (ETSI TR 101 154, §4.1.7). */
const MOST_BYTES = 2 * 1024 * 1024;
/** Bytes of the first search; each further search waits until the length has doubled. */
const FIRST_BYTES = 376;

/**
 * Buffers the beginning of a transport stream until it has the programme tables. It is searched each time its length has doubled,
 * so that each byte is copied and read at most twice, however small the datagrams.
 */
export class ProgrammeSearch {
  readonly #read: typeof readProgramme;
  #pieces: Buffer[] = [];
  #sizeBytes = 0;
  #nextBytes = FIRST_BYTES;

  constructor(read = readProgramme) {
    this.#read = read;
  }

  /** Whether the search failed: the buffer is longer than any start without tables. */
  get isOver(): boolean {
    return this.#sizeBytes > MOST_BYTES;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds bytes. */
  add(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#sizeBytes += bytes.length;
  }

  /** The programme once its tables are found; null before, and until the length has doubled. */
  search(): Programme | null {
    if (this.#sizeBytes < this.#nextBytes && !this.isOver) return null;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    this.#nextBytes = this.#sizeBytes * 2;
    return this.#read(whole);
  }

  /** Removes and returns the buffered bytes. */
  take(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
