import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../../platform/http/cookies.ts";
import type { LoginRequest } from "../request.ts";
import { newSecret, secretId } from "../tokens.ts";

/*
 * What a passkey signs to sign in. Visitors ask for challenges, so none is stored until it has been answered rightly: it names
 * its own end and is signed by us, together with a cookie of the browser that asked. In another browser the answer is worth
 * nothing, so that nobody is signed in to somebody else's account.
 */

const LIFETIME_MS = 5 * 60 * 1000;
const RANDOM_BYTES = 24;
const END_BYTES = 6;
const SIGN_BYTES = 32;

/** What challenges need of a request. */
export type ChallengeRequest = Pick<LoginRequest, "config" | "secrets" | "clock" | "cookies" | "addCookie">;

const cookieName = ({ config }: ChallengeRequest): string =>
  hostCookieName(config, "kinora_passkey", config.urls.login);

function sentSecret(request: ChallengeRequest): string | null {
  const sent = readCookie(request.cookies, cookieName(request));
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : null;
}

const signOf = ({ secrets }: ChallengeRequest, browser: string, body: Buffer): Buffer =>
  createHmac("sha256", secrets.cookieKey).update(`passkey-challenge:${browser}:`).update(body).digest();

/** A challenge for one sign-in in this browser, as base64url. */
export function newChallenge(request: ChallengeRequest): string {
  const end = Buffer.alloc(END_BYTES);
  end.writeUIntBE(request.clock.now().getTime() + LIFETIME_MS, 0, END_BYTES);
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  // A second tab's challenge leaves that of the first one valid.
  const browser = sentSecret(request) ?? newSecret();
  const secure = isSecure(request.config.urls.login);
  request.addCookie(setCookie(cookieName(request), browser, { secure, maxAgeSeconds: LIFETIME_MS / 1_000 }));
  return Buffer.concat([body, signOf(request, browser, body)]).toString("base64url");
}

/** Whether a challenge is ours, was made for this browser and has not ended. */
export function isOwnChallenge(request: ChallengeRequest, challenge: string): boolean {
  const browser = sentSecret(request);
  if (browser === null) return false;
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== RANDOM_BYTES + END_BYTES + SIGN_BYTES) return false;
  const body = bytes.subarray(0, RANDOM_BYTES + END_BYTES);
  if (!timingSafeEqual(signOf(request, browser, body), bytes.subarray(body.length))) return false;
  return body.readUIntBE(RANDOM_BYTES, END_BYTES) > request.clock.now().getTime();
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
