/** What browsers need to know of a file that they play while its end is still missing. */
export interface ProgressiveHead {
  /** With the codecs, as `canPlayType` of a media element takes it (RFC 6381). */
  mediaType: string;
  /** Bytes that readers get in place of those of the file. */
  patches: HeadPatch[];
}

/** Bytes in place of others, of the same number: an index at the end of the file is hidden, so that nobody waits for it. */
export interface HeadPatch {
  at: number;
  /** In hexadecimal. */
  bytes: string;
}
