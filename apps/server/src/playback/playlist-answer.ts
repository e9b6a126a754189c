import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { HotFile } from "./hot-files.ts";
import type { FlatHeaders } from "./media-headers.ts";
import { sendBytes, type StoredFiles } from "./stored-files.ts";

/** Shorter playlists fit into a packet uncompressed. */
const LEAST_BYTES = 1_000;
/** Capacity of the cache of compressed playlists. */
const KEPT_BYTES = 32 * 1_048_576;
/** What a playlist takes beside its bytes: most of a livestream's are shorter than that. */
const ENTRY_BYTES = 1_024;

/** Encodings of answers, the denser first (RFC 9110 §8.4.1, RFC 7932). */
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** The densest encoding a client accepts (Accept-Encoding, RFC 9110 §12.5.3); null for none. Pure. */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const item of accepted?.toLowerCase().split(",") ?? []) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    (parameters.some((one) => /^q=0(?:\.0*)?$/.test(one)) ? refused : taken).add(name);
  }
  return ENCODINGS.find((one) => taken.has(one) || (taken.has("*") && !refused.has(one))) ?? null;
}

/** Sends playlists, compressed for clients that accept it; each is compressed once for all of them. */
export class PlaylistAnswer {
  readonly #kept = new LRUCache<string, HotFile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.buffer.byteLength + ENTRY_BYTES,
  });
  readonly #compressing = new Map<string, Promise<HotFile>>();

  /** How many playlists are in the cache, and the memory they take. */
  get kept(): { playlists: number; sizeBytes: number } {
    return { playlists: this.#kept.size, sizeBytes: this.#kept.calculatedSize };
  }

  /** Sends a generated playlist. */
  async text(request: IncomingMessage, response: ServerResponse, body: Buffer, headers: FlatHeaders): Promise<void> {
    const encoding = body.length < LEAST_BYTES ? null : chooseEncoding(request.headers["accept-encoding"]);
    const known = encoding && createHash("sha256").update(body).digest("base64url");
    const bytes = encoding
      ? (await this.#compressed(encoding, `${known}`, () => Promise.resolve({ bytes: body, etag: '""' }))).bytes
      : body;
    response.writeHead(200, [...headers, ...varied(encoding), "content-length", String(bytes.length)]);
    response.end(request.method === "HEAD" ? undefined : bytes);
  }

  /** Sends a stored playlist, which never changes. @throws NotStored */
  async stored(
    request: IncomingMessage,
    response: ServerResponse,
    files: StoredFiles,
    key: string,
    headers: FlatHeaders,
  ): Promise<void> {
    // Ranges are those of the uncompressed bytes.
    const encoding = request.headers.range === undefined ? chooseEncoding(request.headers["accept-encoding"]) : null;
    if (!encoding) return files.send(request, response, key, [...headers, ...varied(null)]);
    const file = await this.#compressed(encoding, key, () => files.read(key));
    sendBytes(request, response, file, [...headers, ...varied(encoding)]);
  }

  async #compressed(encoding: Encoding, name: string, read: () => Promise<HotFile>): Promise<HotFile> {
    const key = `${encoding} ${name}`;
    const known = this.#kept.get(key) ?? this.#compressing.get(key);
    if (known) return known;
    const compressing = compress(encoding, read);
    this.#compressing.set(key, compressing);
    try {
      const file = await compressing;
      this.#kept.set(key, file);
      return file;
    } finally {
      this.#compressing.delete(key);
    }
  }
}

async function compress(encoding: Encoding, read: () => Promise<HotFile>): Promise<HotFile> {
  const { bytes, etag } = await read();
  const compressed = await compressors[encoding](bytes);
  // The compressor answers a view of its own buffer, which is many times as large and would be kept with it.
  const own = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(own);
  // Another encoding is another representation (RFC 9110 §8.8.3.3).
  return { bytes: own, etag: etag.replace(/"$/, `-${encoding}"`) };
}

const varied = (encoding: Encoding | null): FlatHeaders => [
  "vary",
  "accept-encoding",
  ...(encoding ? ["content-encoding", encoding] : []),
];
