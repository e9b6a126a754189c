import { createCipheriv, hkdfSync, type Cipheriv } from "node:crypto";
import { AES_BLOCK_BYTES } from "@kinora/media/packaging/encrypted-playlist.ts";
import type { PlayableRendition, PlayableSet } from "./renditions.ts";

/** The folder below a video's in which the same renditions are listed with encrypted segments. */
export const ENCRYPTED_FOLDER = "encrypted/";

const KEY_BYTES = 16;

/**
 * The key of a rendition's segments: 16 bytes that are derived from the installation's secret (HKDF, RFC 5869), so that every edge
 * has the same and none is stored. @param folder of the rendition below the video's, such as `v1/720p`
 */
export function segmentKey(secret: string, videoId: number, folder: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `kinora segments ${videoId}/${folder}`, KEY_BYTES));
}

/** Encrypts the segment of this media sequence number as a whole (RFC 8216 §4.3.2.4 and §5.2): AES-128 in CBC mode. */
export function segmentCipher(key: Buffer, sequenceNumber: number): Cipheriv {
  const iv = Buffer.alloc(AES_BLOCK_BYTES);
  iv.writeBigUInt64BE(BigInt(sequenceNumber), 8);
  return createCipheriv("aes-128-cbc", key, iv);
}

/** What a master playlist lists for viewers who get encrypted segments: no key frames alone, which are parts of segments. */
export function encryptedSet(set: PlayableSet): PlayableSet {
  const encrypted = (rendition: PlayableRendition): PlayableRendition => ({
    ...rendition,
    folder: ENCRYPTED_FOLDER + rendition.folder,
    keyFrameBitrate: null,
  });
  const ofSounds = (renditions: ReadonlyMap<string, PlayableRendition>) =>
    new Map([...renditions].map(([label, sound]) => [label, encrypted(sound)]));
  return {
    variants: set.variants.map(encrypted),
    audio: set.audio && encrypted(set.audio),
    otherSounds: set.otherSounds.map(encrypted),
    lowSounds: ofSounds(set.lowSounds),
    surroundSounds: ofSounds(set.surroundSounds),
  };
}
