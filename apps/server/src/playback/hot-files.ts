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
  readonly #files = new Map<string, HotFile>();
  readonly #seen = new Map<string, number>();
  #seenBytes = 0;
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

  /** Whether a file of this size, asked for now, has earned its place. */
  wants(key: string, sizeBytes: number): boolean {
    if (sizeBytes > this.#maximumBytes / 16) return false;
    const isSeen = this.#forgetSeen(key);
    if (isSeen) return true;
    this.#seen.set(key, sizeBytes);
    this.#seenBytes += sizeBytes;
    for (const oldest of this.#seen.keys()) {
      if (this.#seenBytes <= this.#maximumBytes) break;
      this.#forgetSeen(oldest);
    }
    return false;
  }

  #forgetSeen(key: string): boolean {
    this.#seenBytes -= this.#seen.get(key) ?? 0;
    return this.#seen.delete(key);
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
