import type { Executor } from "@kinora/db/connect.ts";
import type { Config } from "../../platform/config.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../../platform/http/cookies.ts";
import { newSecret, secretId } from "../tokens.ts";

/*
 * A browser in which a person chose not to be asked for the second factor again keeps a random value in a cookie. It replaces
 * the second factor only: the password is asked as ever. A new password ends all of them.
 */

type Urls = Pick<Config, "urls">;

export const TRUSTED_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
/** So many people may share a browser. */
const PEOPLE = 5;
const LONGEST_USER_AGENT = 400;

const cookieName = (config: Urls): string => hostCookieName(config, "kinora_trusted", config.urls.login);

const sentValues = (config: Urls, cookies: string | undefined): string[] =>
  (readCookie(cookies, cookieName(config)) ?? "").split(".").filter((value) => /^[\w-]{43}$/.test(value));

interface Browser {
  cookies: string | undefined;
  ip: string;
  userAgent: string | undefined;
}

/** Whether the person need not be asked in this browser; notes the use. */
export async function isTrustedBrowser(
  db: Executor,
  config: Urls,
  { cookies, userId }: { cookies: string | undefined; userId: number },
  now: Date,
): Promise<boolean> {
  const ids = sentValues(config, cookies).slice(0, PEOPLE).map(secretId);
  if (ids.length === 0) return false;
  const found = await db
    .updateTable("login_trusted_browsers")
    .set({ last_used_at: now })
    .where("id", "in", ids)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .returning("id")
    .execute();
  return found.length > 0;
}

/** Trusts a browser for 30 days; returns the Set-Cookie header, which keeps those of other people. */
export async function trustBrowser(
  db: Executor,
  config: Urls,
  { userId, browser }: { userId: number; browser: Browser },
  now: Date,
): Promise<string> {
  const value = newSecret();
  await db
    .insertInto("login_trusted_browsers")
    .values({
      id: secretId(value),
      user_id: userId,
      ip: browser.ip,
      user_agent: browser.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + TRUSTED_DAYS * DAY_SECONDS * 1000),
    })
    .execute();
  const values = [value, ...sentValues(config, browser.cookies)].slice(0, PEOPLE);
  return setCookie(cookieName(config), values.join("."), {
    secure: isSecure(config.urls.login),
    maxAgeSeconds: TRUSTED_DAYS * DAY_SECONDS,
  });
}

/** The browsers in which a person is not asked, the most recently used first. */
export function listTrustedBrowsers(db: Executor, userId: number, now: Date) {
  return db
    .selectFrom("login_trusted_browsers")
    .select(["id", "ip", "user_agent", "created_at", "last_used_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .limit(100)
    .execute();
}

/** Asks a person in all their browsers again, or in one of them. Returns how many were trusted. */
export async function forgetTrustedBrowsers(db: Executor, userId: number, only?: Buffer): Promise<number> {
  let query = db.deleteFrom("login_trusted_browsers").where("user_id", "=", userId);
  if (only) query = query.where("id", "=", only);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
