/** AES works on blocks of this many bytes. */
export const AES_BLOCK_BYTES = 16;

/** Bytes of a segment that is encrypted as a whole: padding (PKCS #7) fills its last block, or adds one. */
export const encryptedBytes = (sizeBytes: number): number =>
  sizeBytes - (sizeBytes % AES_BLOCK_BYTES) + AES_BLOCK_BYTES;

/**
 * The same media playlist, whose segments are encrypted with the key at this URI (RFC 8216 §4.3.2.4). The initialization section
 * stands before the key and stays as it is; each segment's initialization vector is its media sequence number (§5.2).
 * @throws Error for a playlist without an initialization section
 */
export function withSegmentKey(playlist: string, keyUri: string): string {
  const map = /^#EXT-X-MAP:.*$/m.exec(playlist);
  if (!map) throw new Error("The playlist has no initialization section.");
  const end = map.index + map[0].length;
  return `${playlist.slice(0, end)}\n#EXT-X-KEY:METHOD=AES-128,URI="${keyUri}"${playlist.slice(end)}`;
}
