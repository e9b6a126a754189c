import { BoxError, readBoxes } from "./boxes.ts";
import { readFragment } from "./fragment.ts";
import { readInit } from "./init-segment.ts";

/** So many bytes of a segment hold all that is said before its pictures. */
export const segmentHeadBytes = 64 * 1024;

/** Between a fragment's description and its pictures (ISO/IEC 14496-12 §8.1.1). */
const mdatHeaderBytes = 8;

/** A segment's first picture, which needs no other. */
export interface KeyFrame {
  /** Of the segment, relative to the playlist. */
  uri: string;
  /** Of the segment, from its first byte to the last of that picture. */
  sizeBytes: number;
  /** Until the next such picture. */
  durationSeconds: number;
}

/**
 * How many bytes of a segment players need for its first picture. @throws BoxError when `head`, at least the first
 * `segmentHeadBytes` of the segment, holds no fragment.
 */
export function keyFrameBytes(head: Buffer, init: Buffer): number {
  const { defaults } = readInit(init);
  for (const { type, start, end } of readBoxes(head)) {
    if (type !== "moof") continue;
    const [first] = readFragment(head.subarray(start, end), defaults).samples;
    if (first) return end + mdatHeaderBytes + first.sizeBytes;
  }
  throw new BoxError("A segment begins with more than its description.");
}

/** Writes an I-frame playlist (RFC 8216bis §4.4.3.6). */
export function keyFramePlaylist(keyFrames: readonly KeyFrame[], targetDurationSeconds: number): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-I-FRAMES-ONLY",
    '#EXT-X-MAP:URI="init.mp4"',
    ...keyFrames.flatMap(({ uri, sizeBytes, durationSeconds }) => [
      `#EXTINF:${durationSeconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${sizeBytes}@0`,
      uri,
    ]),
    "#EXT-X-ENDLIST",
  ];
  return `${lines.join("\n")}\n`;
}
