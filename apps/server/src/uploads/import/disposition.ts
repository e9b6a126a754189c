/** One parameter of a header's field: a token or a quoted text (RFC 9110 §5.6.6). */
const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/** What RFC 8187 §3.2.1 says a server may encode in, as TextDecoder names it; ISO-8859-1 is older servers'. */
const CHARSETS: Readonly<Record<string, string>> = { "utf-8": "utf-8", "iso-8859-1": "latin1" };

/**
 * The name a server gives a file in Content-Disposition: `filename*` first, else `filename` (RFC 6266 §4.3). Only its last
 * part counts: some servers send the path on their own disk. Null when there is none.
 */
export function dispositionName(header: string | undefined): string | null {
  let plain: string | null = null;
  for (const [, name = "", quoted, token = ""] of (header ?? "").matchAll(PARAMETER)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? token;
    if (name.toLowerCase() === "filename*") {
      const extended = extendedValue(value);
      if (extended !== null) return lastPart(extended);
    } else if (name.toLowerCase() === "filename") plain ??= utf8IfPossible(value);
  }
  return plain === null ? null : lastPart(plain);
}

/** A value such as `UTF-8''na%C3%AFve.mp4` (RFC 8187 §3.2.1); null when it cannot be read. */
function extendedValue(value: string): string | null {
  const [, charset = "", encoded = ""] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  const known = CHARSETS[charset.toLowerCase()];
  if (!known || /%(?![0-9A-Fa-f]{2})/.test(encoded)) return null;
  const bytes = Buffer.from(
    encoded.replaceAll(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  try {
    return new TextDecoder(known, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Node reads headers as Latin-1, in which many servers send UTF-8. */
function utf8IfPossible(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}

const lastPart = (name: string): string | null =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}+/gu, " ")
    .trim() || null;
