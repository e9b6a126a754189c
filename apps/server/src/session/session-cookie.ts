import { SESSION_DAYS } from "@kinora/domain/people/sessions.ts";
import type { Config } from "../platform/config.ts";
import { apiSessionName, isSecure, readCookie, setCookie } from "../platform/http/cookies.ts";

const DAY_SECONDS = 24 * 60 * 60;

type Own = Pick<Config, "urls" | "cell">;

/** The Set-Cookie header that carries an API session, or removes it when there is no value. */
export function apiSessionCookie(config: Own, value: string | null): string {
  return setCookie(apiSessionName(config), value ?? "", {
    secure: isSecure(config.urls.api),
    maxAgeSeconds: value === null ? 0 : SESSION_DAYS * DAY_SECONDS,
  });
}

/** The API session cookie a browser sent. */
export const sentApiSession = (config: Own, cookies: string | undefined): string | undefined =>
  readCookie(cookies, apiSessionName(config));
