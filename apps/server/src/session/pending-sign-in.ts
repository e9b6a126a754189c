import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Services } from "../context.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../platform/http/cookies.ts";

type Own = Pick<Services, "config" | "secrets" | "clock">;

const LASTS_SECONDS = 30 * 60;
const SECRET = /^[\w-]{43}$/;

/** State of a sign-in between the redirect to the login application and its callback. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

const sealedState = z.object({
  /** Makes every sign-in unique. */
  salt: z.string(),
  /** Identifies the browser's secret without revealing it. */
  browser: z.string(),
  began: z.number(),
  /** The console page to return to. */
  redirect: z.string(),
});

function cookieName({ config }: Own): string {
  return hostCookieName(config, `kinora_start_${config.cell}`, config.urls.api);
}

/**
 * Starts a sign-in. One short cookie holds one secret for all sign-ins of a browser: the state contains the rest,
 * encrypted, and nonce and verifier are derived from both (RFC 6749 §10.12).
 */
export function beginPending(
  own: Own,
  redirect: string,
  cookies: string | undefined,
): { pending: PendingSignIn; cookie: string } {
  const secret = sentSecret(own, cookies) ?? randomBytes(32).toString("base64url");
  const sealed = Buffer.from(
    JSON.stringify({
      salt: randomBytes(12).toString("base64url"),
      browser: nameOf(secret),
      began: own.clock.now().getTime(),
      redirect,
    } satisfies z.infer<typeof sealedState>),
  ).toString("base64url");
  const state = `${sealed}.${seal(own, "state", sealed)}`;
  const cookie = setCookie(cookieName(own), secret, {
    secure: isSecure(own.config.urls.api),
    maxAgeSeconds: LASTS_SECONDS,
  });
  return { pending: derive(own, state, secret), cookie };
}

/** The Set-Cookie header that removes the browser's pending sign-ins. */
export function forgetPending(own: Own): string {
  return setCookie(cookieName(own), "", { secure: isSecure(own.config.urls.api), maxAgeSeconds: 0 });
}

/**
 * Decrypts the state of a callback; null when it is foreign or expired. `pending` is null when another
 * browser started it or this one lost its cookie: such a sign-in must not be completed.
 */
export function readPending(
  own: Own,
  state: string,
  cookies: string | undefined,
): { redirect: string; pending: PendingSignIn | null } | null {
  const [sealed, given] = state.split(".");
  if (!sealed || !given || !isSame(given, seal(own, "state", sealed))) return null;
  const { browser, began, redirect } = sealedState.parse(JSON.parse(Buffer.from(sealed, "base64url").toString()));
  if (own.clock.now().getTime() - began > LASTS_SECONDS * 1000) return null;
  const secret = sentSecret(own, cookies);
  const isOwn = secret !== null && isSame(nameOf(secret), browser);
  return { redirect, pending: isOwn ? derive(own, state, secret) : null };
}

function derive(own: Own, state: string, secret: string): PendingSignIn {
  const from = (kind: string) => seal(own, kind, `${secret}.${state}`);
  return { state, nonce: from("nonce"), verifier: from("verifier") };
}

function sentSecret(own: Own, cookies: string | undefined): string | null {
  const sent = readCookie(cookies, cookieName(own));
  return sent !== undefined && SECRET.test(sent) ? sent : null;
}

const nameOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const seal = ({ secrets }: Own, kind: string, text: string): string =>
  createHmac("sha256", secrets.cookieKey).update(`start:${kind}:`).update(text).digest("base64url");

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
