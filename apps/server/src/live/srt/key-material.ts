/** Which of a sender's two keys is meant, as a packet of media names it and, as bits, a message with new ones (§3.1, §3.2.2). */
export const KEY = { even: 1, odd: 2 } as const;

/** What a sender says of the keys its media is encrypted with (draft-sharabayko-srt-01 §3.2.2). */
export interface KeyMaterial {
  /** Which keys are in it: bits of `KEY`. */
  keys: number;
  salt: Buffer;
  /** Of each key, in bytes: 16, 24 or 32. */
  keyBytes: number;
  /** The keys, the even one first, under one that is made of the passphrase. */
  wrapped: Buffer;
}

/** Version 1, of the kind that brings keys, and the signature every such message has. */
const HEAD = 0x12_2029;
const AES_CTR = 2;
/** The media is what SRT carries, not a transport stream by itself. */
const IN_SRT = 2;
const FIXED_BYTES = 16;
const SALT_BYTES = 16;
/** By which unwrapping finds out whether it was done right (RFC 3394). */
const CHECK_BYTES = 8;
const KEY_BYTES: readonly number[] = [16, 24, 32];

/** Reads what a sender says of its keys; null for what is none of it, or is another cipher than AES in counter mode. */
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
