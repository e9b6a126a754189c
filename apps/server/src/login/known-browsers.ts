import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "../context.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../platform/http/cookies.ts";

/*
 * A browser keeps a cookie of each person who signed in there, so that attackers who guess at a password cannot lock the
 * person out (OWASP, Slow Down Online Guessing Attacks with Device Cookies). The cookie grants no access.
 */

type Own = Pick<Services, "config" | "secrets">;

interface Person {
  id: number;
  password_hash: string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** So many people may share a browser. */
const PEOPLE = 5;

const cookieName = ({ config }: Own): string => hostCookieName(config, "kinora_known", config.urls.login);

/** Derived from the password hash: when that changes, other browsers are unknown again. */
const signOf = ({ secrets }: Own, { id, password_hash: hash }: Person): string =>
  createHmac("sha256", secrets.cookieKey).update(`known:${id}:`).update(hash).digest("base64url");

const sentSigns = (own: Own, cookies: string | undefined): string[] =>
  (readCookie(cookies, cookieName(own)) ?? "").split(".").filter((sign) => /^[\w-]{43}$/.test(sign));

/** Whether the person has signed in in this browser before, with the password they have now. */
export function isKnownBrowser(own: Own, cookies: string | undefined, person: Person): boolean {
  const expected = Buffer.from(signOf(own, person));
  return sentSigns(own, cookies).some((sign) => timingSafeEqual(Buffer.from(sign), expected));
}

/** The Set-Cookie header that makes a browser known as one of the person's, beside those who used it lately. */
export function knownCookie(own: Own, cookies: string | undefined, person: Person): string {
  const sign = signOf(own, person);
  const others = sentSigns(own, cookies).filter((other) => other !== sign);
  return setCookie(cookieName(own), [sign, ...others].slice(0, PEOPLE).join("."), {
    secure: isSecure(own.config.urls.login),
    maxAgeSeconds: YEAR_SECONDS,
  });
}
