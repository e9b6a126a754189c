import { createDecipheriv, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { KEY, readKeyMaterial, type KeyMaterial } from "./key-material.ts";

const ROUNDS = 2_048;
/** Parts of the salt: for the wrapping key, and for the start of the counter (§6.1.4, §6.2.2). */
const WRAPPING_SALT_BYTES = 8;
const COUNTER_SALT_BYTES = 14;
const COUNTER_BYTES = 16;
/** Offset of the sequence number in the counter. */
const SEQUENCE_AT = 10;
/** The integrity check value (RFC 3394 §2.2.3.1). */
const CHECK = Buffer.alloc(8, 0xa6);

const derive = promisify(pbkdf2);

interface MediaKey {
  cipher: string;
  secret: Buffer;
  salt: Buffer;
}

/** One sender's media keys: two, so that packets with the previous key can be decrypted after a change (§6). */
export class MediaKeys {
  readonly #passphrase: string;
  readonly #keys = new Map<number, MediaKey>();
  #wrapping: { salt: Buffer; secret: Buffer } | null = null;

  constructor(passphrase: string) {
    this.#passphrase = passphrase;
  }

  /** Unwraps the keys of a key material message; false when it is malformed or the passphrase is wrong. */
  async take(message: Buffer): Promise<boolean> {
    const material = readKeyMaterial(message);
    if (!material) return false;
    const { keys, keyBytes, wrapped } = material;
    const secrets = unwrap(wrapped, await this.#wrappingKey(material));
    if (!secrets) return false;
    const salt = Buffer.from(material.salt);
    const cipher = `aes-${keyBytes * 8}-ctr`;
    let at = 0;
    for (const key of [KEY.even, KEY.odd]) {
      if ((keys & key) === 0) continue;
      this.#keys.set(key, { cipher, secret: secrets.subarray(at, at + keyBytes), salt });
      at += keyBytes;
    }
    return true;
  }

  /** Decrypts a packet's payload; null when its key is unknown or it is not encrypted. */
  decrypt(sequence: number, key: number, payload: Buffer): Buffer | null {
    const known = this.#keys.get(key);
    if (!known) return null;
    const counter = Buffer.alloc(COUNTER_BYTES);
    counter.writeUInt32BE(sequence, SEQUENCE_AT);
    for (let at = 0; at < COUNTER_SALT_BYTES; at += 1)
      counter.writeUInt8(counter.readUInt8(at) ^ known.salt.readUInt8(at), at);
    return createDecipheriv(known.cipher, known.secret, counter).update(payload);
  }

  /** Cached, because senders keep their salt. */
  async #wrappingKey({ salt, keyBytes }: KeyMaterial): Promise<Buffer> {
    const known = this.#wrapping;
    if (known?.salt.equals(salt) && known.secret.length === keyBytes) return known.secret;
    const secret = await derive(this.#passphrase, salt.subarray(-WRAPPING_SALT_BYTES), ROUNDS, keyBytes, "sha1");
    this.#wrapping = { salt: Buffer.from(salt), secret };
    return secret;
  }
}

/** Null when the wrapping key is wrong. */
function unwrap(wrapped: Buffer, wrappingKey: Buffer): Buffer | null {
  const decipher = createDecipheriv(`id-aes${wrappingKey.length * 8}-wrap`, wrappingKey, CHECK);
  try {
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
