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
