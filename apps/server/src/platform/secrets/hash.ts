import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A public id that cannot be guessed and is hard to mistype: 16 characters of Crockford's base 32, 80 random bits. */
export function newHash(): string {
  return Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join("");
}
