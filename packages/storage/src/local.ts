import { constants, createWriteStream } from "node:fs";
import type { Stats } from "node:fs";
import { copyFile, mkdir, open, opendir, realpath, rename, rm, rmdir, stat, statfs, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { draftName, removeDrafts } from "./drafts.ts";
import { NotStored, RangeNotSatisfiable, StorageFull } from "./errors.ts";
import { checkKey, checkPrefix, contentTypeOf, draftPrefix } from "./keys.ts";
import { linkOrCopy } from "./link.ts";
import type { ByteRange, PutOptions, Storage, StoredBody, StoredContent, StoredFile } from "./storage.ts";
import { syncFile, writeWhole } from "./whole-file.ts";

/** Storage in a local folder (created when missing). */
export async function openLocalStorage(folder: string): Promise<Storage> {
  await translated(() => mkdir(folder, { recursive: true }));
  const root = await realpath(folder);
  await removeDrafts(root, { deep: false });
  return new LocalStorage(root);
}

class LocalStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, body: StoredContent, options: PutOptions = {}): Promise<StoredFile> {
    const path = this.#path(key);
    if (!(body instanceof Readable)) {
      options.signal?.throwIfAborted();
      const pieces = body instanceof Uint8Array ? [body] : body;
      return this.#place(key, (draft) => writeWhole(draft, pieces, options.volatile ?? false), path, options.volatile);
    }
    return this.#place(
      key,
      async (draft) => {
        await mkdir(dirname(path), { recursive: true });
        await pipeline(
          body,
          createWriteStream(draft, { flags: "wx" }),
          options.signal ? { signal: options.signal } : {},
        );
        return syncFile(draft);
      },
      path,
    );
  }

  async putFile(key: string, localPath: string, options: PutOptions = {}): Promise<StoredFile> {
    const path = this.#path(key);
    options.signal?.throwIfAborted();
    try {
      return await translated(async () => {
        await syncFile(localPath);
        await mkdir(dirname(path), { recursive: true });
        const stored = fileOf(key, await stat(localPath));
        await rename(localPath, path);
        await syncFolder(dirname(path));
        return stored;
      });
    } catch (error) {
      if (!hasCode(error, "EXDEV")) throw error;
    }
    // Another disk: copy, then delete the original.
    const copied = async (draft: string) => {
      await mkdir(dirname(path), { recursive: true });
      await copyFile(localPath, draft, constants.COPYFILE_EXCL);
      return syncFile(draft);
    };
    const stored = await this.#place(key, copied, path);
    await unlink(localPath);
    return stored;
  }

  async get(key: string, range?: ByteRange): Promise<StoredBody> {
    const path = this.#path(key);
    const handle = await open(path, "r").catch((error: unknown) => {
      throw isMissing(error) ? new NotStored(key, { cause: error }) : error;
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new NotStored(key);
      const { start, end } = resolveRange(stats.size, range);
      const lengthBytes = end - start + 1;
      // An empty file has no last byte to use as the stream's end.
      if (lengthBytes <= 0) {
        await handle.close();
        return { ...fileOf(key, stats), stream: Readable.from([]), lengthBytes: 0 };
      }
      const stream = handle.createReadStream({ start, end, highWaterMark: 256 * 1024 });
      return { ...fileOf(key, stats), stream, lengthBytes };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      const stats = await stat(this.#path(key));
      return stats.isFile() ? fileOf(key, stats) : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    await this.#pruneFolders(dirname(path));
  }

  async deletePrefix(prefix: string): Promise<number> {
    const folder = checkPrefix(prefix);
    let count = 0;
    for await (const file of this.list(folder)) if (file) count += 1;
    if (folder === "") {
      for await (const entry of await opendir(this.#root))
        await rm(join(this.#root, entry.name), { recursive: true, force: true });
    } else {
      // Without the slash at its end: with it, a symbolic link would be followed, and what it leads to deleted.
      const path = join(this.#root, folder).replace(/[/]+$/, "");
      await rm(path, { recursive: true, force: true });
      await this.#pruneFolders(dirname(path));
    }
    return count;
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const folder = join(this.#root, checkPrefix(prefix));
    yield* this.#walk(folder);
  }

  async *#walk(folder: string): AsyncIterable<StoredFile> {
    const entries = await opendir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* this.#walk(path);
      else if (entry.isFile() && !entry.name.startsWith(draftPrefix)) {
        const key = relative(this.#root, path).split(sep).join("/");
        // A file may be deleted while others are listed.
        const stats = await stat(path).catch(() => null);
        if (stats) yield fileOf(key, stats);
      }
    }
  }

  async move(from: string, to: string): Promise<void> {
    const source = this.#path(from);
    const target = this.#path(to);
    if (!(await this.stat(from))) throw new NotStored(from);
    await this.#rename(source, target);
  }

  async copy(from: string, to: string): Promise<void> {
    const source = this.#path(from);
    const [known, there] = [await this.stat(from), await this.stat(to)];
    if (!known) throw new NotStored(from);
    // Both names link to the same file: a rename would do nothing and leave the draft.
    if (there?.etag === known.etag) return;
    const path = this.#path(to);
    const linked = async (draft: string) => {
      await mkdir(dirname(path), { recursive: true });
      await linkOrCopy(source, draft);
      return syncFile(draft);
    };
    await this.#place(to, linked, path);
  }

  async movePrefix(from: string, to: string): Promise<void> {
    const source = join(this.#root, checkPrefix(from));
    const target = join(this.#root, checkPrefix(to));
    try {
      await this.#rename(source, target);
    } catch (error) {
      throw isMissing(error) ? new NotStored(from, { cause: error }) : error;
    }
  }

  async sweepDrafts(prefix: string): Promise<number> {
    return removeDrafts(join(this.#root, checkPrefix(prefix)), { deep: true });
  }

  localPath(key: string): string {
    return this.#path(key);
  }

  async download(key: string, localPath: string, signal?: AbortSignal): Promise<void> {
    const { stream } = await this.get(key);
    await translated(() => pipeline(stream, createWriteStream(localPath), signal ? { signal } : {}));
  }

  async space(): Promise<{ freeBytes: number; totalBytes: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#root);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  async check(): Promise<void> {
    // Always the same name, so that the next process removes what a killed one left.
    const key = "check";
    await this.put(key, Buffer.from("ok"));
    await this.delete(key);
  }

  #path(key: string): string {
    return join(this.#root, checkKey(key));
  }

  /**
   * Writes a draft and renames it, so that readers never see half a file and a power cut leaves the old or the new one.
   * `write` returns what it wrote; a later stat could describe a file from another process.
   */
  async #place(
    key: string,
    write: (draft: string) => Promise<Stats>,
    path: string,
    isVolatile = false,
  ): Promise<StoredFile> {
    const draft = join(dirname(path), draftName());
    return translated(async () => {
      try {
        const written = await write(draft);
        await rename(draft, path);
        if (!isVolatile) await syncFolder(dirname(path));
        return fileOf(key, written);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    });
  }

  async #rename(source: string, target: string): Promise<void> {
    await translated(async () => {
      await mkdir(dirname(target), { recursive: true });
      await rename(source, target);
      await syncFolder(dirname(target));
    });
    await this.#pruneFolders(dirname(source));
  }

  /** Removes empty folders, up to the root. */
  async #pruneFolders(folder: string): Promise<void> {
    let path = folder;
    while (path.startsWith(this.#root + sep)) {
      try {
        await rmdir(path);
      } catch (error) {
        if (hasCode(error, "ENOTEMPTY", "EEXIST", "EBUSY")) return;
        if (!isMissing(error)) throw error;
      }
      path = dirname(path);
    }
  }
}

function resolveRange(sizeBytes: number, range: ByteRange | undefined): { start: number; end: number } {
  if (!range) return { start: 0, end: sizeBytes - 1 };
  if (range.start < 0 || range.start >= sizeBytes || (range.end !== undefined && range.end < range.start))
    throw new RangeNotSatisfiable(sizeBytes);
  return { start: range.start, end: Math.min(range.end ?? sizeBytes - 1, sizeBytes - 1) };
}

function fileOf(key: string, stats: Stats): StoredFile {
  const etag = `"${stats.size.toString(16)}-${Math.round(stats.mtimeMs * 1000).toString(16)}-${stats.ino.toString(16)}"`;
  return { key, sizeBytes: stats.size, etag, modifiedAt: stats.mtime, contentType: contentTypeOf(basename(key)) };
}

/** A rename survives a power cut only when the folder is synced too; some file systems do not support it. */
async function syncFolder(path: string): Promise<void> {
  await syncFile(path).catch((error: unknown) => {
    if (!hasCode(error, "EINVAL", "EISDIR", "EPERM", "EACCES")) throw error;
  });
}

/** Converts the operating system's error for a full disk. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, "ENOSPC", "EDQUOT")) throw new StorageFull({ cause: error });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT", "ENOTDIR");
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
