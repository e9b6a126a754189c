import { close, open, read, type Stats, fstat } from "node:fs";
import { NotStored } from "@kinora/storage/errors.ts";

/** Maximum of idle open files; the least recently used one is closed first. */
const MAXIMUM_FILES = 1_000;
/** A deleted file occupies disk space until it is closed, so idle files are closed soon. */
const IDLE_MS = 30_000;
const LOOK_EVERY_MS = 10_000;

/** A file of local storage, open for reading. */
export interface LocalFile {
  key: string;
  fd: number;
  sizeBytes: number;
  etag: string;
  users: number;
  lastUsed: number;
}

/** A cache of open local files: opening, stat and closing cost as much as a read. */
export class OpenFiles {
  readonly #files = new Map<string, LocalFile>();
  readonly #opening = new Map<string, Promise<LocalFile>>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#closeIdle(performance.now() - IDLE_MS), LOOK_EVERY_MS).unref();
  }

  /** The file if it is open; every use ends with `giveBack`. */
  borrowOpen(key: string): LocalFile | undefined {
    const file = this.#files.get(key);
    if (file) file.users += 1;
    return file;
  }

  /** Opens a file; every use ends with `giveBack`. @throws NotStored when it is not there. */
  async borrow(key: string, path: string): Promise<LocalFile> {
    const opening = this.#opening.get(key) ?? this.#open(key, path);
    const file = await opening;
    file.users += 1;
    return file;
  }

  giveBack(file: LocalFile): void {
    file.users -= 1;
    file.lastUsed = performance.now();
    if (this.#files.get(file.key) !== file) return closeUnused(file);
    this.#files.delete(file.key);
    this.#files.set(file.key, file);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closeIdle(Infinity);
  }

  async #open(key: string, path: string): Promise<LocalFile> {
    const opening = openFile(key, path).catch((error: unknown) => {
      if (codeOf(error) !== "EMFILE") throw error;
      // Not files opened in this tick: their callers have not been counted yet.
      this.#closeIdle(performance.now() - 100);
      return openFile(key, path);
    });
    this.#opening.set(key, opening);
    try {
      const file = await opening;
      this.#files.set(key, file);
      for (const [oldest, waiting] of this.#files) {
        if (this.#files.size <= MAXIMUM_FILES) break;
        this.#files.delete(oldest);
        closeUnused(waiting);
      }
      return file;
    } finally {
      this.#opening.delete(key);
    }
  }

  #closeIdle(usedBefore: number): void {
    for (const [key, file] of this.#files) {
      if (file.users > 0 || file.lastUsed >= usedBefore) continue;
      this.#files.delete(key);
      closeUnused(file);
    }
  }
}

/** Reads up to a buffer's size from `position` on; returns the number of bytes, 0 at the end. */
export function readBytes(fd: number, bytes: Buffer, length: number, position: number): Promise<number> {
  return new Promise((done, fail) =>
    read(fd, bytes, 0, length, position, (error, count) => (error ? fail(error) : done(count))),
  );
}

// The last reader closes it in `giveBack`.
function closeUnused(file: LocalFile): void {
  if (file.users === 0) close(file.fd);
}

async function openFile(key: string, path: string): Promise<LocalFile> {
  const fd = await new Promise<number>((done, fail) =>
    open(path, "r", (error, opened) => (error ? fail(error) : done(opened))),
  ).catch((error: unknown) => {
    const code = codeOf(error);
    throw code === "ENOENT" || code === "ENOTDIR" ? new NotStored(key, { cause: error }) : error;
  });
  const stats = await new Promise<Stats>((done, fail) =>
    fstat(fd, (error, known) => (error ? fail(error) : done(known))),
  ).catch((error: unknown) => {
    close(fd);
    throw error;
  });
  return {
    key,
    fd,
    sizeBytes: stats.size,
    etag: `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`,
    users: 0,
    lastUsed: performance.now(),
  };
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : null);
