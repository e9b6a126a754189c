import { readProgramme, type Programme } from "@kinora/media/live/programme-map.ts";

/** Most bytes to search: tables are sent at least every half second (ETSI TR 101 154, §4.1.7). */
const MOST_BYTES = 2 * 1024 * 1024;
/** Longest search, in milliseconds. */
const MOST_MS = 5_000;
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
  readonly #now: () => number;
  #begunAt: number | null = null;

  /** @param now in milliseconds. */
  constructor(read = readProgramme, now = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  /** Whether the search failed: no start without tables is so long, in bytes or in time. */
  get isOver(): boolean {
    return this.#sizeBytes > MOST_BYTES || (this.#begunAt !== null && this.#now() - this.#begunAt > MOST_MS);
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds bytes. */
  add(bytes: Buffer): void {
    this.#begunAt ??= this.#now();
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
