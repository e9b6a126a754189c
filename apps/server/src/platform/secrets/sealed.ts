import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text that people may see again: AES-256-GCM (NIST SP 800-38D) with the installation's key. `purpose` is bound to
 * it, so that what was sealed as one thing cannot be opened as another.
 */
export function seal(encryptionKey: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(encryptionKey), nonce).setAAD(Buffer.from(purpose, "utf8"));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made with the same key and purpose. @throws when it was made otherwise or changed. */
export function unseal(encryptionKey: string, purpose: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(encryptionKey), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose, "utf8"))
    .setAuthTag(tag);
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

// The secret is 32 random bytes written as letters; hashing it gives the cipher its 32 bytes whatever their spelling.
const keyOf = (encryptionKey: string) => createHash("sha256").update(encryptionKey, "utf8").digest();
