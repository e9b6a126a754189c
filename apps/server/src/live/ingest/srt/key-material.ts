/** A sender's two keys: the key field of a data packet and the bits of a key material message (§3.1, §3.2.2). */
export const KEY = { even: 1, odd: 2 } as const;

/** A key material message (draft-sharabayko-srt-01 §3.2.2). */
export interface KeyMaterial {
  /** The keys it has: bits of `KEY`. */
  keys: number;
  salt: Buffer;
  /** Length of each key in bytes: 16, 24 or 32. */
  keyBytes: number;
  /** The keys, the even one first, wrapped with a key derived from the passphrase. */
  wrapped: Buffer;
}

/** Version 1, packet type KMmsg and the signature. */
const HEAD = 0x12_2029;
const AES_CTR = 2;
/** Stream encapsulation: MPEG-TS over SRT. */
const IN_SRT = 2;
const FIXED_BYTES = 16;
const SALT_BYTES = 16;
/** Length of the integrity check value (RFC 3394). */
const CHECK_BYTES = 8;
const KEY_BYTES: readonly number[] = [16, 24, 32];

/** Parses a key material message; null when it is malformed or its cipher is not AES in counter mode. */
export function readKeyMaterial(message: Buffer): KeyMaterial | null {
  if (message.length < FIXED_BYTES + SALT_BYTES || message.readUIntBE(0, 3) !== HEAD) return null;
  const keys = message.readUInt8(3) & (KEY.even | KEY.odd);
  const keyBytes = message.readUInt8(15) * 4;
  const isKnown =
    message.readUInt32BE(4) === 0 &&
    message.readUInt8(8) === AES_CTR &&
    message.readUInt8(9) === 0 &&
    message.readUInt8(10) === IN_SRT &&
    message.readUInt8(14) * 4 === SALT_BYTES &&
    KEY_BYTES.includes(keyBytes);
  const count = keys === (KEY.even | KEY.odd) ? 2 : 1;
  const wrapped = message.subarray(FIXED_BYTES + SALT_BYTES);
  if (!isKnown || keys === 0 || wrapped.length !== CHECK_BYTES + count * keyBytes) return null;
  return { keys, salt: message.subarray(FIXED_BYTES, FIXED_BYTES + SALT_BYTES), keyBytes, wrapped };
}
