import { createHash, randomBytes } from "node:crypto";
import type { Services } from "../../context.ts";
import { seal, unseal } from "../../platform/secrets/sealed.ts";

const PURPOSE = "stream key";
const SECRET_BYTES = 18;
const HASH = /^[0-9a-z]{16}$/;
const KEY = /^([0-9a-z]{16})-[A-Za-z0-9_]{24}$/;

/** A new stream key: the stream's hash, so that a wrong key can be logged to its stream, and 144 random bits. */
export function newStreamKey({ secrets }: Pick<Services, "secrets">, hash: string) {
  const secret = randomBytes(SECRET_BYTES).toString("base64url").replaceAll("-", "x");
  const key = `${hash}-${secret}`;
  return { key_hash: hashOfKey(key), key_sealed: seal(secrets.encryptionKey, PURPOSE, key) };
}

/** The hash a key is looked up by; the key has enough entropy for an unsalted hash. */
export const hashOfKey = (key: string): Buffer => createHash("sha256").update(key, "utf8").digest();

/** Whether a text has the form of a stream's public id. */
export const isStreamHash = (text: string): boolean => HASH.test(text);

/** The public id in a key, or the text itself when it is one; null for other texts. */
export const claimedStream = (key: string): string | null => (isStreamHash(key) ? key : (KEY.exec(key)?.[1] ?? null));

/** Decrypts a stream's key. */
export const openStreamKey = ({ secrets }: Pick<Services, "secrets">, sealed: Buffer): string =>
  unseal(secrets.encryptionKey, PURPOSE, sealed);

/** The key of the stream with this public id; null when there is none. Does not check whether publishing is allowed. */
export async function streamKeyOf(services: Pick<Services, "db" | "secrets">, hash: string): Promise<string | null> {
  const row = await services.db
    .selectFrom("streams")
    .select("key_sealed")
    .where("hash", "=", hash)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ? openStreamKey(services, row.key_sealed) : null;
}
