import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HotFile } from "./hot-files.ts";
import type { FlatHeaders } from "./media-headers.ts";
import { sendBytes, type StoredFiles } from "./stored-files.ts";

/** Shorter playlists fit into a packet uncompressed. */
const LEAST_BYTES = 1_000;
/** Number of compressed playlists in the cache. */
const KEPT_BYTES = 32 * 1_048_576;

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
  readonly #kept = new Map<string, Promise<HotFile>>();
  readonly #sizes = new Map<string, number>();
  #keptBytes = 0;

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

  #compressed(encoding: Encoding, name: string, read: () => Promise<HotFile>): Promise<HotFile> {
    const key = `${encoding} ${name}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const compressing = read().then(async ({ bytes, etag }) => {
      const compressed = await compressors[encoding](bytes);
      this.#keep(key, compressed.length);
      // Another encoding is another representation (RFC 9110 §8.8.3.3).
      return { bytes: compressed, etag: etag.replace(/"$/, `-${encoding}"`) };
    });
    this.#kept.set(key, compressing);
    compressing.catch(() => this.#kept.delete(key));
    return compressing;
  }

  #keep(key: string, sizeBytes: number): void {
    this.#sizes.set(key, sizeBytes);
    this.#keptBytes += sizeBytes;
    for (const [oldest, size] of this.#sizes) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#sizes.delete(oldest);
      this.#kept.delete(oldest);
      this.#keptBytes -= size;
    }
  }
}

const varied = (encoding: Encoding | null): FlatHeaders => [
  "vary",
  "accept-encoding",
  ...(encoding ? ["content-encoding", encoding] : []),
];
