/** First bytes of picture formats; each is [offset, bytes in latin1]. */
const signatures: readonly (readonly [number, string])[] = [
  [0, "\x89PNG\r\n\x1a\n"],
  [0, "\xff\xd8\xff"],
  [0, "BM"],
  [0, "II*\0"],
  [0, "MM\0*"],
  [8, "WEBP"],
  [4, "ftypheic"],
  [4, "ftypheix"],
  [4, "ftypmif1"],
  [4, "ftypavif"],
  [0, "<svg"],
];

/** Whether a file is a still picture, judged by its first bytes. GIF is left to ffprobe: it may move. */
export function looksLikePicture(head: Buffer): boolean {
  const start = head.toString("latin1");
  return signatures.some(([offset, bytes]) => start.startsWith(bytes, offset));
}

/** So much of a file is read to tell a picture from a film: what a PNG says before its first picture may be long. */
export const headBytes = 65_536;

/** Whether a file is a PNG of several pictures: `acTL` stands before the first of them (https://www.w3.org/TR/png-3/#apng-frame-based-animation). */
export function isAnimatedPng(head: Buffer): boolean {
  if (!head.toString("latin1", 0, 8).startsWith("\x89PNG\r\n\x1a\n")) return false;
  for (let at = 8; at + 12 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const type = head.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return head.readUInt32BE(at + 8) > 1;
    if (type === "IDAT") return false;
  }
  return false;
}

/** Whether a file is a WebP of several pictures: the second bit of its flags (RFC 9649 §2.7.1.1). */
export const isAnimatedWebp = (head: Buffer): boolean =>
  head.toString("latin1", 8, 16) === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
