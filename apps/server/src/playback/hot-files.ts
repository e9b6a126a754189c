import { LRUCache } from "lru-cache";

/** A whole file in memory. */
export interface HotFile {
  bytes: Buffer;
  etag: string;
}

/**
 * Files asked for again and again, held in memory up to a number of bytes; the one not asked for the longest goes first.
 * A file is held when it is asked for again before as many other bytes as fit were asked for: then it would still have
 * been here. Going through a long video, once or in circles, pushes nothing out and fills no memory.
 */
export class HotFiles {
  readonly #maximumBytes: number;
  readonly #files: LRUCache<string, HotFile>;
  /** Sizes of files that were asked for once. */
  readonly #seen: LRUCache<string, number>;
  readonly #reading = new Map<string, Promise<HotFile>>();

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
    // The cache takes neither a limit nor an entry of no bytes: both count as one.
    const maxSize = Math.max(1, maximumBytes);
    this.#files = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) });
    this.#seen = new LRUCache({ maxSize, sizeCalculation: (sizeBytes) => Math.max(1, sizeBytes) });
  }

  /** How many bytes are held. */
  get sizeBytes(): number {
    return this.#files.calculatedSize;
  }

  get(key: string): HotFile | undefined {
    return this.#files.get(key);
  }

  /** Whether a file of this size, asked for now, has earned its place. */
  wants(key: string, sizeBytes: number): boolean {
    if (sizeBytes > this.#maximumBytes / 16) return false;
    if (this.#seen.delete(key)) return true;
    this.#seen.set(key, sizeBytes);
    return false;
  }

  /** A read under way that will end in memory, for others who ask meanwhile. */
  reading(key: string): Promise<HotFile> | undefined {
    return this.#reading.get(key);
  }

  /** Reads a file once for everyone who asks meanwhile, and holds it. */
  async fill(key: string, read: () => Promise<HotFile>): Promise<HotFile> {
    const running = this.#reading.get(key);
    if (running) return running;
    const reading = read();
    this.#reading.set(key, reading);
    try {
      const file = await reading;
      this.#files.set(key, file);
      return file;
    } finally {
      this.#reading.delete(key);
    }
  }
}
