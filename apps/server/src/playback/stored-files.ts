import { open, type FileHandle } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { buffer as readAll } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { matchesEtag, readRange } from "./byte-ranges.ts";
import { HotFiles, type HotFile } from "./hot-files.ts";

const READ_BYTES = 262_144;
/** Read buffers kept for the next reader; more are given back to the system. */
const SPARE_BUFFERS = 64;
/** A client that takes nothing for this long is gone. */
const IDLE_MS = 60_000;

/** Some bytes of a file in storage, open for reading. */
interface OpenFile {
  sizeBytes: number;
  etag: string;
  readWhole(): Promise<Buffer>;
  pipe(response: ServerResponse, start: number, lengthBytes: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends files of storage over HTTP: whole or in part (RFC 9110 §14), with entity tags, from memory when asked for often.
 * Node answers from memory faster than the kernel copies from disk, which is why files never pass through a framework.
 */
export class StoredFiles {
  readonly #storage: Storage;
  readonly #hot: HotFiles;
  readonly #spare: Buffer[] = [];

  constructor(storage: Storage, memoryBytes: number) {
    this.#storage = storage;
    this.#hot = new HotFiles(memoryBytes);
  }

  /** Answers a GET or HEAD with a stored file. @throws NotStored when it is not there, before anything was sent. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    const hot = this.#hot.get(key) ?? (await this.#hot.reading(key));
    if (hot) return sendHot(request, response, hot, headers);

    const file = await this.#open(key);
    try {
      if (this.#hot.wants(key, file.sizeBytes)) {
        const filled = await this.#hot.fill(key, async () => ({ bytes: await file.readWhole(), etag: file.etag }));
        return sendHot(request, response, filled, headers);
      }
      const part = answer(request, response, file.sizeBytes, file.etag, headers);
      if (!part) return;
      response.setTimeout(IDLE_MS, () => response.destroy());
      await file.pipe(response, part.start, part.lengthBytes);
    } finally {
      await file.close();
    }
  }

  async #open(key: string): Promise<OpenFile> {
    const path = this.#storage.localPath(key);
    return path === null ? this.#openRemote(key) : this.#openLocal(key, path);
  }

  async #openLocal(key: string, path: string): Promise<OpenFile> {
    const handle = await openOr(path, key);
    try {
      const { size, mtimeMs } = await handle.stat();
      return {
        sizeBytes: size,
        etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
        readWhole: async () => {
          const bytes = Buffer.allocUnsafeSlow(size);
          const { bytesRead } = await handle.read(bytes, 0, size, 0);
          if (bytesRead !== size) throw new Error(`${key} is shorter than it was a moment ago.`);
          return bytes;
        },
        pipe: (response, start, lengthBytes) => this.#pump(handle, response, start, lengthBytes),
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #openRemote(key: string): Promise<OpenFile> {
    const stored = await this.#storage.stat(key);
    if (!stored) throw new NotStored(key);
    return {
      sizeBytes: stored.sizeBytes,
      etag: stored.etag,
      readWhole: async () => readAll((await this.#storage.get(key)).stream),
      pipe: async (response, start, lengthBytes) => {
        if (lengthBytes === 0) return void response.end();
        const { stream } = await this.#storage.get(key, { start, end: start + lengthBytes - 1 });
        await pipeline(stream, response);
      },
      close: async () => undefined,
    };
  }

  /** Copies from disk to socket through one buffer that is used again: fresh memory for each read costs more than the read. */
  async #pump(handle: FileHandle, response: ServerResponse, start: number, lengthBytes: number): Promise<void> {
    const chunk = this.#spare.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
    const closed = Promise.withResolvers<"closed">();
    response.once("close", () => closed.resolve("closed"));
    let position = start;
    let left = lengthBytes;
    while (left > 0) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(READ_BYTES, left), position);
      if (bytesRead === 0) throw new Error("The file became shorter while it was sent.");
      position += bytesRead;
      left -= bytesRead;
      // A connection that closed may still hold the buffer, so only a written one goes back to the spare ones.
      if ((await Promise.race([written(response, chunk.subarray(0, bytesRead)), closed.promise])) === "closed") return;
    }
    if (this.#spare.length < SPARE_BUFFERS) this.#spare.push(chunk);
    response.end();
  }
}

function written(response: ServerResponse, bytes: Buffer): Promise<"written" | "closed"> {
  return new Promise((resolve) => response.write(bytes, (error) => resolve(error ? "closed" : "written")));
}

async function openOr(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") throw new NotStored(key, { cause: error });
    throw error;
  }
}

function sendHot(
  request: IncomingMessage,
  response: ServerResponse,
  file: HotFile,
  headers: OutgoingHttpHeaders,
): void {
  const part = answer(request, response, file.bytes.length, file.etag, headers);
  if (!part) return;
  response.setTimeout(IDLE_MS, () => response.destroy());
  response.end(
    part.lengthBytes === file.bytes.length
      ? file.bytes
      : file.bytes.subarray(part.start, part.start + part.lengthBytes),
  );
}

/** Writes status and headers; answers which bytes the body needs, or null when the answer is already whole. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  etag: string,
  headers: OutgoingHttpHeaders,
): { start: number; lengthBytes: number } | null {
  const { range, "if-none-match": noneMatch, "if-range": ifRange } = request.headers;
  const common = { ...headers, etag, "accept-ranges": "bytes" };
  if (matchesEtag(noneMatch, etag)) {
    response.writeHead(304, common).end();
    return null;
  }
  const wanted = readRange(ifRange === undefined || ifRange === etag ? range : undefined, sizeBytes);
  if (wanted.kind === "unsatisfiable") {
    const { "content-type": _type, "cache-control": _cache, ...rest } = common;
    response
      .writeHead(416, {
        ...rest,
        "content-range": `bytes */${sizeBytes}`,
        "content-length": 0,
        "cache-control": "no-store",
      })
      .end();
    return null;
  }
  const start = wanted.kind === "part" ? wanted.start : 0;
  const lengthBytes = wanted.kind === "part" ? wanted.end - wanted.start + 1 : sizeBytes;
  if (wanted.kind === "part") {
    response.writeHead(206, {
      ...common,
      "content-range": `bytes ${start}-${wanted.end}/${sizeBytes}`,
      "content-length": lengthBytes,
    });
  } else {
    response.writeHead(200, { ...common, "content-length": sizeBytes });
  }
  if (request.method === "HEAD") {
    response.end();
    return null;
  }
  return { start, lengthBytes };
}
