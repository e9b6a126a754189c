import { createHmac, timingSafeEqual } from "node:crypto";

const EXPIRY_BYTES = 6;
const HOLDER_BYTES = 7;
const SIGNATURE_BYTES = 32;
const KINDS = ["user", "api_key"] as const;

/** Who was given a pass; what the pass opens is what this person or key may see when it is used. */
export interface PassHolder {
  kind: (typeof KINDS)[number];
  id: number;
}

/** A pass whose signature is right. */
export interface PlaybackPass {
  holder: PassHolder;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * A pass of `holder` for one video until `expiresAt`, whether it is published or not: 60 letters of base64url, fit for a path.
 * It holds the expiry in whole seconds, the holder, and a signature over both and the video's public id.
 * `key` is the installation's playback secret.
 */
export function signPlaybackToken(key: string, hash: string, holder: PassHolder, expiresAt: Date): string {
  const claims = Buffer.alloc(EXPIRY_BYTES + HOLDER_BYTES);
  claims.writeUIntBE(Math.max(0, Math.floor(expiresAt.getTime() / 1000)), 0, EXPIRY_BYTES);
  claims.writeUInt8(KINDS.indexOf(holder.kind), EXPIRY_BYTES);
  claims.writeUIntBE(holder.id, EXPIRY_BYTES + 1, HOLDER_BYTES - 1);
  return Buffer.concat([claims, signature(key, hash, claims)]).toString("base64url");
}

/** What `token` says about this video; null when it was never signed for it. It may have run out. */
export function readPlaybackToken(key: string, token: string, hash: string): PlaybackPass | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== EXPIRY_BYTES + HOLDER_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== token)
    return null;
  const claims = bytes.subarray(0, EXPIRY_BYTES + HOLDER_BYTES);
  if (!timingSafeEqual(bytes.subarray(claims.length), signature(key, hash, claims))) return null;
  const kind = KINDS[claims.readUInt8(EXPIRY_BYTES)];
  if (!kind) return null;
  return {
    holder: { kind, id: claims.readUIntBE(EXPIRY_BYTES + 1, HOLDER_BYTES - 1) },
    expiresAt: claims.readUIntBE(0, EXPIRY_BYTES) * 1000,
  };
}

// The purpose is part of what is signed, so that no other signature made with the key can pass for a token.
function signature(key: string, hash: string, claims: Buffer): Buffer {
  return createHmac("sha256", key).update("playback\0").update(claims).update(hash, "utf8").digest();
}
