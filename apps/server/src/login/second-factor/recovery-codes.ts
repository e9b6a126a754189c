import { createHmac, randomBytes } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";

const CODES = 10;
/** Crockford's base 32, which has no letters that look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 12;

type Key = Pick<Secrets, "encryptionKey">;

/** Three groups of four characters: 60 random bits. */
function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** The code without what people add or leave out when they copy it. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[^0-9a-z]/g, "");

const hashOf = ({ encryptionKey }: Key, userId: number, code: string): Buffer =>
  createHmac("sha256", encryptionKey).update(`recovery-code:${userId}:`).update(plain(code)).digest();

/** Whether a text has the length of a recovery code, and so cannot be the code of an app. */
export const isRecoveryCode = (code: string): boolean => plain(code).length === LENGTH;

/** Replaces a person's recovery codes by ten new ones, which are not stored and can be shown only now. */
export async function makeRecoveryCodes(tx: Tx, key: Key, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.deleteFrom("login_recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("login_recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(key, userId, code), created_at: now })))
    .execute();
  return codes;
}

/** Accepts a recovery code once; of two concurrent calls one is accepted. */
export async function useRecoveryCode(
  tx: Executor,
  key: Key,
  { userId, code }: { userId: number; code: string },
  now: Date,
): Promise<boolean> {
  const used = await tx
    .updateTable("login_recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(key, userId, code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** How many codes a person has left. */
export async function countRecoveryCodes(db: Executor, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("login_recovery_codes")
    .select((e) => e.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}
