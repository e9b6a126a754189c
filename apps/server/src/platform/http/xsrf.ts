import { createHmac, timingSafeEqual } from "node:crypto";
import { SESSION_DAYS } from "@kinora/domain/people/sessions.ts";
import type { Config } from "../config.ts";
import { Refusal } from "../refusal.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { isSecure, setCookie } from "./cookies.ts";

export const XSRF_COOKIE = "XSRF-TOKEN";
const XSRF_HEADER = "x-xsrf-token";
const DAY_SECONDS = 24 * 60 * 60;
/** What changes nothing (RFC 9110, 9.2.1). */
export const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The token that our pages send back: only scripts that may read our cookies know it, and it is bound to one session. */
export function xsrfToken(secrets: Pick<Secrets, "sessionKey">, sessionId: Buffer): string {
  return createHmac("sha256", secrets.sessionKey).update("xsrf:").update(sessionId).digest("base64url");
}

/** The Set-Cookie header that gives the console its token; null when the browser already has the right one. */
export function xsrfCookie(
  config: Pick<Config, "urls">,
  secrets: Pick<Secrets, "sessionKey">,
  sessionId: Buffer,
  present: string | undefined,
): string | null {
  const token = xsrfToken(secrets, sessionId);
  if (present === token) return null;
  return setCookie(XSRF_COOKIE, token, {
    secure: isSecure(config.urls.api),
    readable: true,
    domain: sharedDomain(config.urls.console, config.urls.api),
    maxAgeSeconds: SESSION_DAYS * DAY_SECONDS,
  });
}

export interface XsrfRequest {
  method: string;
  headers: { origin?: string | undefined; [XSRF_HEADER]?: string | string[] | undefined };
}

/**
 * Lets a change pass only when it comes from a page of the console with the session's own token.
 * A browser always names the origin of a foreign page's request; a script that keeps cookies itself may leave it out.
 * @throws Refusal forbidden
 */
export function checkXsrf(
  config: Pick<Config, "urls">,
  secrets: Pick<Secrets, "sessionKey">,
  sessionId: Buffer,
  request: XsrfRequest,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, [XSRF_HEADER]: sent } = request.headers;
  const allowed = [config.urls.console, config.urls.api].map((address) => new URL(address).origin);
  if (origin !== undefined && !allowed.includes(origin)) {
    throw new Refusal("forbidden", "This request came from a page that isn't allowed to make it.");
  }
  const expected = Buffer.from(xsrfToken(secrets, sessionId));
  const given = Buffer.from(typeof sent === "string" ? sent : "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal("forbidden", "This page is out of date. Reload it and try again.");
  }
}

/**
 * The parent domain that console and API host have in common, so that the console's scripts can read a cookie the API
 * sets; undefined when both are one host (ports do not separate cookies) or have nothing but a top-level domain in common.
 */
export function sharedDomain(consoleUrl: string, apiUrl: string): string | undefined {
  const [one, other] = [new URL(consoleUrl).hostname, new URL(apiUrl).hostname];
  if (one === other) return undefined;
  const shared: string[] = [];
  const [left, right] = [one.split(".").reverse(), other.split(".").reverse()];
  for (const [index, label] of left.entries()) {
    if (right[index] !== label) break;
    shared.unshift(label);
  }
  return shared.length >= 2 && !/^[\d.]+$/.test(one) ? shared.join(".") : undefined;
}
