import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "../context.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../platform/cookies.ts";
import { pendingSignIn, type PendingSignIn } from "./oidc-client.ts";

type Own = Pick<Services, "config" | "secrets">;

const MINUTES = 60;
const LASTS_SECONDS = 30 * MINUTES;

// One cookie per sign-in: two tabs that sign in at the same time do not get in each other's way.
function cookieName({ config }: Own, state: string): string {
  return hostCookieName(`kinora_start_${config.cell}_${state.slice(0, 12)}`, isSecure(config.urls.api));
}

/** The Set-Cookie header that lets this browser, and no other, finish a sign-in it began. */
export function pendingCookie(own: Own, pending: PendingSignIn): string {
  const value = Buffer.from(JSON.stringify(pending)).toString("base64url");
  return setCookie(cookieName(own, pending.state), `${value}.${signature(own, value)}`, {
    secure: isSecure(own.config.urls.api),
    maxAgeSeconds: LASTS_SECONDS,
  });
}

/** The Set-Cookie header that makes the browser forget a sign-in. */
export function forgetPending(own: Own, state: string): string {
  return setCookie(cookieName(own, state), "", { secure: isSecure(own.config.urls.api), maxAgeSeconds: 0 });
}

/** What this browser began under a state; null when it was not this browser, or too long ago. */
export function readPending(own: Own, state: string, cookies: string | undefined): PendingSignIn | null {
  const [value, signed] = (readCookie(cookies, cookieName(own, state)) ?? "").split(".");
  if (!value || !signed) return null;
  const [given, expected] = [Buffer.from(signed), Buffer.from(signature(own, value))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const pending = pendingSignIn.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
  return pending.state === state ? pending : null;
}

const signature = ({ secrets }: Own, value: string): string =>
  createHmac("sha256", secrets.cookieKey).update("start:").update(value).digest("base64url");
