import { type Readable, type Transform, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Codings of HTTP that are not decoded here. Other words, such as `utf-8` and `aws-chunked`, stand before plain bytes. */
const UNREAD: ReadonlySet<string> = new Set(["zstd", "compress", "x-compress", "dcb", "dcz"]);

/**
 * The bytes of a file that a server compressed (RFC 9110 §8.4), as some do though they were asked not to, or because the file
 * lies there compressed; null where they cannot be read. Whatever ends one stream ends the other.
 */
export function decoded(body: Readable, codings: string): Readable | null {
  const names = codings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name in DECODERS || UNREAD.has(name));
  const [name, ...further] = names;
  if (name === undefined) return body;
  const decoder = further.length === 0 ? DECODERS[name]?.() : undefined;
  if (!decoder) return null;
  // Who reads the decoder learns of its error and of the body's, also when either came before.
  decoder.on("error", () => undefined);
  return pipeline(body, decoder, () => undefined);
}
