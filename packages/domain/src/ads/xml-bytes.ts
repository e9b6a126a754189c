/** An encoding that an XML declaration names, in bytes that are ASCII as far as it goes. */
const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/i;
const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i;

/**
 * The text of an XML answer: by its byte order mark, else by the charset of its media type, else by its own declaration, else UTF-8 (RFC
 * 7303, section 3).
 */
export function xmlText(bytes: Uint8Array, mediaType: string): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 300));
  const names = [markOf(bytes), CHARSET.exec(mediaType)?.[1], DECLARED.exec(head)?.[1]];
  const name = names.find((each) => each !== undefined && isEncoding(each)) ?? "utf-8";
  return new TextDecoder(name).decode(bytes);
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    // The name of no encoding: the next way of telling it is asked.
    return false;
  }
}
