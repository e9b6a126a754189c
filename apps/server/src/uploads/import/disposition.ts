/** One parameter of a header's field: a quoted text (RFC 9110 §5.6.6), or what stands before the next one: many servers quote no blanks. */
const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** A word in another encoding, as mail has them (RFC 2047 §2): base64, or with `=E9` for a byte. */
const ENCODED_WORD = /=\?([\w-]{2,40})\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;

/**
 * The name a server gives a file in Content-Disposition: `filename*` first, else `filename` (RFC 6266 §4.3), which is read as
 * browsers do: as UTF-8, with escapes as in addresses, or as a word of mail. Only its last part counts: some servers send the path
 * on their own disk. Null when there is none.
 */
export function dispositionName(header: string | undefined): string | null {
  let plain: string | null = null;
  for (const [, name = "", quoted, token = ""] of (header ?? "").matchAll(PARAMETER)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? token.trim();
    if (name.toLowerCase() === "filename*") {
      const extended = extendedValue(value);
      if (extended !== null) return lastPart(extended);
    } else if (name.toLowerCase() === "filename") plain ??= plainValue(value);
  }
  return plain === null ? null : lastPart(plain);
}

/** A value such as `UTF-8''na%C3%AFve.mp4` (RFC 8187 §3.2.1); null when it cannot be read. */
function extendedValue(value: string): string | null {
  const [, charset = "", encoded = ""] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  return charset === "" ? null : unescaped(encoded, charset);
}

/** A name without an encoding of its own. Node reads headers as Latin-1, in which many servers send UTF-8. */
function plainValue(text: string): string {
  const words = text.replaceAll(ENCODED_WORD, (word, charset: string, kind: string, encoded: string) => {
    const isBase64 = kind.toLowerCase() === "b";
    const quoted = encoded.replaceAll("_", " ").replaceAll("%", "%25").replaceAll("=", "%");
    return (isBase64 ? decoded(Buffer.from(encoded, "base64"), charset) : unescaped(quoted, charset)) ?? word;
  });
  if (words !== text) return words;
  const utf8 = decoded(Buffer.from(text, "latin1"), "utf-8") ?? text;
  // RFC 6266 knows no escapes here, but browsers read them, so that servers write them.
  return /%[\dA-F]{2}/i.test(text) ? (unescaped(text, "utf-8") ?? utf8) : utf8;
}

/** A text with `%E9` for a byte, decoded; null when it is none of that encoding. Pure. */
export function unescaped(text: string, charset: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null;
  const bytes = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded(Buffer.from(bytes, "latin1"), charset);
}

/** Bytes as a text of an encoding by its name on the web; null when they are none. */
function decoded(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const lastPart = (name: string): string | null =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}+/gu, " ")
    .trim() || null;
