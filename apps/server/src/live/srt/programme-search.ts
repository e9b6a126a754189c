import { readProgramme, type Programme } from "@kinora/media/live/programmeMap.ts";

/** Tables are sent at least every half second (ETSI TR 101 154, §4.1.7), and nobody looks for longer than this. */
const MOST_BYTES = 2 * 1024 * 1024;
/** What is looked through at first; a search that found nothing waits until there is as much again. */
const FIRST_BYTES = 376;

/**
 * Collects the beginning of a transport stream until its tables are there. It is looked through each time its length has doubled:
 * each byte is copied and read twice at most, however many datagrams it comes in.
 */
export class ProgrammeSearch {
  readonly #read: typeof readProgramme;
  #pieces: Buffer[] = [];
  #sizeBytes = 0;
  #nextBytes = FIRST_BYTES;

  constructor(read = readProgramme) {
    this.#read = read;
  }

  /** Whether there is enough to give up: the tables should be there. */
  get isOver(): boolean {
    return this.#sizeBytes > MOST_BYTES;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Keeps a piece. */
  add(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#sizeBytes += bytes.length;
  }

  /** The programme once its tables are there; null before, and while it is not yet worth another look. */
  look(): Programme | null {
    if (this.#sizeBytes < this.#nextBytes && !this.isOver) return null;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    this.#nextBytes = this.#sizeBytes * 2;
    return this.#read(whole);
  }

  /** All of it, which is kept no longer. */
  take(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
