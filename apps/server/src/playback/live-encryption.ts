import { createCipheriv, createHash, hkdfSync } from "node:crypto";
import { AES_BLOCK_BYTES } from "@kinora/media/packaging/encrypted-playlist.ts";

/** The folder below a livestream's in which its playlists list encrypted segments. */
export const ENCRYPTED_LIVE = "encrypted";
const KEY_NAME = "key";

/**
 * The key of a livestream's segments: 16 bytes that are derived from the installation's secret (HKDF, RFC 5869), so that every edge has
 * the same and none is stored.
 */
export function liveKey(secret: string, streamId: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `kinora live segments ${streamId}`, AES_BLOCK_BYTES));
}

/** The initialization vector of a file: names are never used again in a stream's life, and those of loops and slates have no number. */
const vectorOf = (file: string): Buffer => createHash("sha256").update(file).digest().subarray(0, AES_BLOCK_BYTES);

/** Encrypts a file as a whole (RFC 8216 §4.3.2.4): AES-128 in CBC mode. @param file below the stream's folder */
export function encryptFile(key: Buffer, file: string, bytes: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-cbc", key, vectorOf(file));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/**
 * A media playlist of whole segments whose files are encrypted, each with a vector of its own. Initialization segments are not encrypted.
 * @param file the playlist's address below the folder of encrypted files.
 */
export function withSegmentVectors(playlist: string, file: string): string {
  const keyUri = "../".repeat(file.split("/").length - 1) + KEY_NAME;
  const lines = playlist.split("\n");
  return lines
    .flatMap((line, at) => {
      // A map belongs to the key before it (§4.3.2.5).
      if (line.startsWith("#EXT-X-MAP:")) return ["#EXT-X-KEY:METHOD=NONE", line];
      const uri = line.startsWith("#EXTINF:") ? lines[at + 1] : undefined;
      if (uri === undefined) return [line];
      const name = new URL(uri, `http://stream/${file}`).pathname.slice(1);
      return [`#EXT-X-KEY:METHOD=AES-128,URI="${keyUri}",IV=0x${vectorOf(name).toString("hex")}`, line];
    })
    .join("\n");
}

/** A master playlist of a livestream for viewers of encrypted segments: playlists without parts, and none of key frames. */
export function encryptedMaster(master: string): string {
  return master
    .split("\n")
    .filter((line) => !line.startsWith("#EXT-X-I-FRAME-STREAM-INF:"))
    .map((line) => {
      if (line.startsWith("#EXT-X-MEDIA:TYPE=AUDIO,"))
        return line.replace(/URI="([^"]+)"/, `URI="${ENCRYPTED_LIVE}/$1"`);
      if (line === "" || line.startsWith("#")) return line;
      return `${ENCRYPTED_LIVE}/${line.replace(/index\.m3u8$/, "whole.m3u8")}`;
    })
    .join("\n");
}
