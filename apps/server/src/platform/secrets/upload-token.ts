import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const PREFIX_CHARACTERS = 14;

/** A new upload token with what is stored of it: its first characters and its hash. */
export function newUploadToken(): { token: string; prefix: string; hash: Buffer } {
  const token = `vk_upload_${randomBytes(TOKEN_BYTES).toString("base64url")}`;
  return { token, prefix: token.slice(0, PREFIX_CHARACTERS), hash: uploadTokenHash(token) };
}

/** The stored hash of an upload token, which itself is shown once and never stored. */
export const uploadTokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The upload token in an Authorization header, whose scheme may be in any case (RFC 9110 §11.1); null for anything else. */
export const uploadTokenIn = (header: string | undefined): string | null =>
  /^Bearer +(vk_upload_[A-Za-z0-9_-]{43})$/i.exec(header ?? "")?.[1] ?? null;
