import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { secretId } from "../tokens.ts";

/*
 * What a passkey signs to sign in. Visitors ask for challenges, so none is stored until it has been answered rightly: it names
 * its own end and is signed by us.
 */

const LIFETIME_MS = 5 * 60 * 1000;
const RANDOM_BYTES = 24;
const END_BYTES = 6;
const SIGN_BYTES = 32;

type Key = Pick<Secrets, "cookieKey">;

const signOf = ({ cookieKey }: Key, body: Buffer): Buffer =>
  createHmac("sha256", cookieKey).update("passkey-challenge:").update(body).digest();

/** A challenge for one sign-in, as base64url. */
export function newChallenge(key: Key, now: Date): string {
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE(now.getTime() + LIFETIME_MS, 0, END_BYTES);
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return Buffer.concat([body, signOf(key, body)]).toString("base64url");
}

/** Whether a challenge is ours and has not ended. */
export function isOwnChallenge(key: Key, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== RANDOM_BYTES + END_BYTES + SIGN_BYTES) return false;
  const body = bytes.subarray(0, RANDOM_BYTES + END_BYTES);
  if (!timingSafeEqual(signOf(key, body), bytes.subarray(body.length))) return false;
  return body.readUIntBE(RANDOM_BYTES, END_BYTES) > now.getTime();
}

/** Notes that a challenge was answered; false when it was before. */
export async function useChallenge(tx: Tx, challenge: string, userId: number, now: Date): Promise<boolean> {
  const noted = await tx
    .insertInto("login_tokens")
    .values({
      id: secretId(challenge),
      kind: "passkey_sign_in",
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
      used_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}
