import type { Cipheriv } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { buffer as readAll } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { encryptedBytes } from "@kinora/media/packaging/encrypted-playlist.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { matchesEtag } from "./byte-ranges.ts";
import { answer } from "./file-answer.ts";
import { HotFiles, type HotFile } from "./hot-files.ts";
import type { FlatHeaders } from "./media-headers.ts";
import { OpenFiles, readBytes, type LocalFile } from "./open-files.ts";
import { ReadBuffers } from "./read-buffers.ts";

/**
 * Serves stored files over HTTP: whole or ranges (RFC 9110 §14), with entity tags, frequently requested ones from memory.
 * No framework is used: its overhead would exceed the work of answering from memory.
 */
export class StoredFiles {
  readonly #storage: Storage;
  readonly #hot: HotFiles;
  readonly #open = new OpenFiles();
  readonly #buffers = new ReadBuffers();

  constructor(storage: Storage, memoryBytes: number) {
    this.#storage = storage;
    this.#hot = new HotFiles(memoryBytes);
  }

  /**
   * Answers a GET or HEAD with a stored file; synchronously when it is in memory.
   * @throws NotStored when it is not there, before anything was sent.
   */
  send(request: IncomingMessage, response: ServerResponse, key: string, headers: FlatHeaders): Promise<void> | void {
    const hot = this.#hot.get(key);
    if (hot) return sendBytes(request, response, hot, headers);
    const reading = this.#hot.reading(key);
    if (reading) return reading.then((file) => sendBytes(request, response, file, headers));
    const path = this.#storage.localPath(key);
    return path === null
      ? this.#sendRemote(request, response, key, headers)
      : this.#sendLocal(request, response, key, path, headers);
  }

  /**
   * Answers like `send`, with bytes in front of the stored file, which is read as the reader takes it: a slow one holds no more
   * than a piece of it in memory.
   * @throws NotStored when it is not there, before anything was sent.
   */
  async sendBehind(
    request: IncomingMessage,
    response: ServerResponse,
    { bytes: front, etag }: HotFile,
    key: string,
    headers: FlatHeaders,
  ): Promise<void> {
    const stored = await this.#storage.stat(key);
    if (!stored) throw new NotStored(key);
    const part = answer(request, response, front.length + stored.sizeBytes, etag, headers);
    if (!part) return;
    const end = part.start + part.lengthBytes;
    if (end <= front.length) {
      response.end(front.subarray(part.start, end));
      return;
    }
    if (part.start < front.length) response.write(front.subarray(part.start));
    const range = { start: Math.max(0, part.start - front.length), end: end - front.length - 1 };
    await sendStream((await this.#storage.get(key, range)).stream, response);
  }

  /**
   * Answers a GET or HEAD with a stored file that is encrypted: one that is requested often from memory, any other while it is sent
   * and whole, since its parts cannot be encrypted alone.
   * @throws NotStored when it is not there, before anything was sent.
   */
  async sendEncrypted(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    cipher: () => Cipheriv,
    headers: FlatHeaders,
  ): Promise<void> {
    const name = `${key} encrypted`;
    const hot = this.#hot.get(name) ?? (await this.#hot.reading(name));
    if (hot) return sendBytes(request, response, hot, headers);
    const stored = await this.#storage.stat(key);
    if (!stored) throw new NotStored(key);
    const sizeBytes = encryptedBytes(stored.sizeBytes);
    if (this.#hot.wants(name, sizeBytes)) {
      const filled = await this.#hot.fill(name, async () => encrypted(await this.read(key), cipher()));
      return sendBytes(request, response, filled, headers);
    }
    const etag = encryptedEtag(stored.etag);
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, [...headers, "etag", etag]).end();
      return;
    }
    response.writeHead(200, [...headers, "etag", etag, "content-length", String(sizeBytes)]);
    if (request.method === "HEAD") response.end();
    else await sendStream((await this.#storage.get(key)).stream, response, cipher());
  }

  /** A small file as it is stored. @throws NotStored */
  async read(key: string): Promise<HotFile> {
    const { stream, etag } = await this.#storage.get(key);
    return { bytes: await readAll(stream), etag };
  }

  /** The first bytes of a file, or all of a smaller one. @throws NotStored */
  async readHead(key: string, sizeBytes: number): Promise<Buffer> {
    return readAll((await this.#storage.get(key, { start: 0, end: sizeBytes - 1 })).stream);
  }

  /** @throws NotStored */
  async sizeBytes(key: string): Promise<number> {
    const stored = await this.#storage.stat(key);
    if (!stored) throw new NotStored(key);
    return stored.sizeBytes;
  }

  close(): void {
    this.#open.close();
  }

  async #sendLocal(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    path: string,
    headers: FlatHeaders,
  ): Promise<void> {
    const file = this.#open.borrowOpen(key) ?? (await this.#open.borrow(key, path));
    try {
      const { sizeBytes, etag } = file;
      if (this.#hot.wants(key, sizeBytes)) {
        const filled = await this.#hot.fill(key, async () => ({ bytes: await readWhole(file), etag }));
        return sendBytes(request, response, filled, headers);
      }
      const part = answer(request, response, sizeBytes, etag, headers);
      if (part) await this.#pump(file, response, part.start, part.lengthBytes);
    } finally {
      this.#open.giveBack(file);
    }
  }

  async #sendRemote(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    headers: FlatHeaders,
  ): Promise<void> {
    const stored = await this.#storage.stat(key);
    if (!stored) throw new NotStored(key);
    const { sizeBytes, etag } = stored;
    if (this.#hot.wants(key, sizeBytes)) {
      const read = async () => ({ bytes: await readAll((await this.#storage.get(key)).stream), etag });
      return sendBytes(request, response, await this.#hot.fill(key, read), headers);
    }
    const part = answer(request, response, sizeBytes, etag, headers);
    if (!part) return;
    if (part.lengthBytes === 0) {
      response.end();
      return;
    }
    const { stream } = await this.#storage.get(key, { start: part.start, end: part.start + part.lengthBytes - 1 });
    await sendStream(stream, response);
  }

  /** Copies from disk to socket through one buffer, so that a slow reader holds no more than that. */
  async #pump(file: LocalFile, response: ServerResponse, start: number, lengthBytes: number): Promise<void> {
    if (lengthBytes === 0) {
      response.end();
      return;
    }
    const bytes = this.#buffers.take();
    let clean = false;
    try {
      const end = start + lengthBytes;
      for (let position = start; position < end;) {
        const count = await readBytes(file.fd, bytes, Math.min(bytes.length, end - position), position);
        if (count === 0) throw new Error(`${file.key} became shorter while it was sent.`);
        position += count;
        // A closed connection may still hold the buffer, so only a written one is reused.
        if (!(await written(response, bytes.subarray(0, count), position === end))) return;
      }
      clean = true;
    } finally {
      this.#buffers.giveBack(bytes, clean);
    }
  }
}

/** Another encoding of the same bytes is another representation (RFC 9110 §8.8.3). */
const encryptedEtag = (etag: string): string => etag.replace(/"$/, '-aes"');

const encrypted = ({ bytes, etag }: HotFile, cipher: Cipheriv): HotFile => ({
  bytes: Buffer.concat([cipher.update(bytes), cipher.final()]),
  etag: encryptedEtag(etag),
});

/** Sends a stream to its end, encrypted on request. A reader who leaves before is no error. */
export async function sendStream(stream: Readable, response: ServerResponse, cipher?: Cipheriv): Promise<void> {
  try {
    await (cipher ? pipeline(stream, cipher, response) : pipeline(stream, response));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

/** False when the connection closed before the kernel had accepted everything. */
function written(response: ServerResponse, bytes: Buffer, last: boolean): Promise<boolean> {
  return new Promise((done) => {
    // "close" is emitted once, and that may have happened already.
    if (response.destroyed) return done(false);
    const onClose = () => done(false);
    response.once("close", onClose);
    const onTaken = (error?: Error | null) => {
      response.off("close", onClose);
      done(!error);
    };
    if (last) response.end(bytes, onTaken);
    else response.write(bytes, onTaken);
  });
}

async function readWhole({ key, fd, sizeBytes }: LocalFile): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  if ((await readBytes(fd, bytes, sizeBytes, 0)) !== sizeBytes)
    throw new Error(`${key} is shorter than it was a moment ago.`);
  return bytes;
}

/** Answers a GET or HEAD with bytes in memory: whole, in part or as not modified. */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  file: HotFile,
  headers: FlatHeaders,
): void {
  const { bytes, etag } = file;
  const part = answer(request, response, bytes.length, etag, headers);
  if (!part) return;
  const whole = part.lengthBytes === bytes.length;
  response.end(whole ? bytes : bytes.subarray(part.start, part.start + part.lengthBytes));
}

/** Answers like `sendBytes` with two pieces of memory, one after the other: they are not copied for each reader. */
export function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  [front, rest]: readonly [Buffer, Buffer],
  etag: string,
  headers: FlatHeaders,
): void {
  const part = answer(request, response, front.length + rest.length, etag, headers);
  if (!part) return;
  const end = part.start + part.lengthBytes;
  if (part.start < front.length) response.write(front.subarray(part.start, end));
  response.end(rest.subarray(Math.max(0, part.start - front.length), Math.max(0, end - front.length)));
}
