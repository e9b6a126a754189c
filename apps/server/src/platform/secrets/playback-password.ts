import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** 16 MiB and some 50 ms: a password of a video protects less than one of a person, and many viewers enter it. */
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1 };

/** The stored form of a playback password: salt and scrypt hash (RFC 7914). */
export async function hashPlaybackPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString("base64url")}.${(await derive(password, salt)).toString("base64url")}`;
}

/** Whether a password matches its stored form. */
export async function playbackPasswordMatches(stored: string, password: string): Promise<boolean> {
  const [salt = "", hash = ""] = stored.split(".");
  const expected = Buffer.from(hash, "base64url");
  const actual = await derive(password, Buffer.from(salt, "base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
