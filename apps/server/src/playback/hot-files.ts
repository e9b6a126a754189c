/** A whole file in memory. */
export interface HotFile {
  bytes: Buffer;
  etag: string;
}

const MAXIMUM_SIGHTINGS = 20_000;

/**
 * Files asked for again and again, held in memory up to a number of bytes; the one not asked for the longest goes first.
 * A file is held from its second asking on: going once through a long video pushes nothing out.
 */
export class HotFiles {
  readonly #maximumBytes: number;
  readonly #files = new Map<string, HotFile>();
  readonly #seen = new Set<string>();
  readonly #reading = new Map<string, Promise<HotFile>>();
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** How many bytes are held. */
  get sizeBytes(): number {
    return this.#bytes;
  }

  get(key: string): HotFile | undefined {
    const file = this.#files.get(key);
    if (file) {
      this.#files.delete(key);
      this.#files.set(key, file);
    }
    return file;
  }

  /** Whether a file of this size, asked for now, has earned its place: it was asked for lately and fits well. */
  wants(key: string, sizeBytes: number): boolean {
    if (sizeBytes > this.#maximumBytes / 16) return false;
    if (this.#seen.delete(key)) return true;
    this.#seen.add(key);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MAXIMUM_SIGHTINGS) break;
      this.#seen.delete(oldest);
    }
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
      this.#hold(key, file);
      return file;
    } finally {
      this.#reading.delete(key);
    }
  }

  #hold(key: string, file: HotFile): void {
    this.#bytes += file.bytes.length - (this.#files.get(key)?.bytes.length ?? 0);
    this.#files.delete(key);
    this.#files.set(key, file);
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#files.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
