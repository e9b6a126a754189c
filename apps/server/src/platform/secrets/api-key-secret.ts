import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const PREFIX_CHARACTERS = 12;

/** A new secret of an API key with what is stored of it: its first characters and its hash. */
export function newApiKeySecret(): { secret: string; prefix: string; hash: Buffer } {
  const secret = `vk_live_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { secret, prefix: secret.slice(0, PREFIX_CHARACTERS), hash: apiKeyHash(secret) };
}

/** The stored hash of an API key's secret, which itself is shown once and never stored. */
export const apiKeyHash = (secret: string): Buffer => createHash("sha256").update(secret).digest();
