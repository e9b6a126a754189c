/** The text of a file, and the encoding it was read in, as the Encoding Standard names it. */
export interface DecodedText {
  text: string;
  encoding: string;
}

/** A text without a mark is looked at this far for the zero bytes of UTF-16. */
const LOOKED_AT_BYTES = 65_536;

/** Decodes bytes; null when they are no text of that encoding, or this program does not know it. A mark is left out. */
export function decodeAs(bytes: Uint8Array, encoding: string): DecodedText | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : { text, encoding };
  } catch {
    return null;
  }
}

/**
 * Decodes a file whose encoding is beyond doubt: it begins with a byte order mark (Encoding Standard §4.2), is UTF-16
 * without one, or is well-formed UTF-8. Null for any other, whose encoding can only be guessed. Pure.
 */
export function decodeCertain(bytes: Uint8Array): DecodedText | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs(bytes, "utf-8");
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, "utf-16be");
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, LOOKED_AT_BYTES).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // The blanks, digits and line ends of any language have a zero byte each in UTF-16, and no other text has one.
  if (even + odd > 0) return even === odd ? null : decodeAs(bytes, even > odd ? "utf-16be" : "utf-16le");
  // An escape begins the other letters of ISO-2022, which are ASCII as well.
  return bytes.includes(0x1b) ? null : decodeAs(bytes, "utf-8");
}
