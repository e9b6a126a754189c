import { createHmac, timingSafeEqual } from "node:crypto";

const EXPIRY_BYTES = 6;
const SIGNATURE_BYTES = 32;

/**
 * A pass to play one video until `expiresAt`, whether it is published or not: 51 letters of base64url, fit for a path.
 * It holds the expiry in whole seconds and a signature over the video's public id, so it opens no other video.
 * `key` is the installation's playback secret.
 */
export function signPlaybackToken(key: string, hash: string, expiresAt: Date): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(Math.max(0, Math.floor(expiresAt.getTime() / 1000)), 0, EXPIRY_BYTES);
  return Buffer.concat([expiry, signature(key, hash, expiry)]).toString("base64url");
}

/** Until when `token` is a pass for this video, in milliseconds since 1970; null when it never was one. */
export function playbackTokenExpiry(key: string, token: string, hash: string): number | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== EXPIRY_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== token) return null;
  const expiry = bytes.subarray(0, EXPIRY_BYTES);
  if (!timingSafeEqual(bytes.subarray(EXPIRY_BYTES), signature(key, hash, expiry))) return null;
  return expiry.readUIntBE(0, EXPIRY_BYTES) * 1000;
}

/** Whether `token` is a pass for this video that has not run out; anything malformed is simply not one. */
export function verifyPlaybackToken(key: string, token: string, hash: string, now: Date): boolean {
  const expiresAt = playbackTokenExpiry(key, token, hash);
  return expiresAt !== null && expiresAt > now.getTime();
}

// The purpose is part of what is signed, so that no other signature made with the key can pass for a token.
function signature(key: string, hash: string, expiry: Buffer): Buffer {
  return createHmac("sha256", key).update("playback\0").update(expiry).update(hash, "utf8").digest();
}
