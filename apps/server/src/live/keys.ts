import { createHash, randomBytes } from "node:crypto";
import type { Services } from "../context.ts";
import { seal, unseal } from "../platform/sealed.ts";

const PURPOSE = "stream key";
const SECRET_BYTES = 18;
const HASH = /^[0-9a-z]{16}$/;
const KEY = /^([0-9a-z]{16})-[A-Za-z0-9_]{24}$/;

/** A key of its own for a stream: the stream's hash, so that a wrong key can be told to its owner, and 144 random bits. */
export function newStreamKey({ secrets }: Pick<Services, "secrets">, hash: string) {
  const secret = randomBytes(SECRET_BYTES).toString("base64url").replaceAll("-", "x");
  const key = `${hash}-${secret}`;
  return { key_hash: hashOfKey(key), key_sealed: seal(secrets.encryptionKey, PURPOSE, key) };
}

/** What a key is looked up by; it is random enough that a plain hash tells nothing. */
export const hashOfKey = (key: string): Buffer => createHash("sha256").update(key, "utf8").digest();

/** Whether it is what streams are called in public. */
export const isStreamHash = (text: string): boolean => HASH.test(text);

/** The stream a key claims to be for, which may be named without one; null for what no key of ours looks like. */
export const claimedStream = (key: string): string | null => (isStreamHash(key) ? key : (KEY.exec(key)?.[1] ?? null));

/** A stream's key in plain. */
export const openStreamKey = ({ secrets }: Pick<Services, "secrets">, sealed: Buffer): string =>
  unseal(secrets.encryptionKey, PURPOSE, sealed);

/** The key of the stream with this public id; null when there is none. Whether it may be published to is not asked here. */
export async function streamKeyOf(services: Pick<Services, "db" | "secrets">, hash: string): Promise<string | null> {
  const row = await services.db
    .selectFrom("streams")
    .select("key_sealed")
    .where("hash", "=", hash)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ? openStreamKey(services, row.key_sealed) : null;
}
