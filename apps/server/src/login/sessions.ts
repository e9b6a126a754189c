import type { Executor } from "@kinora/db/connect.ts";
import { idleLimit, SEEN_EVERY_MS, SESSION_DAYS, sessionExpiry } from "@kinora/domain/people/sessions.ts";
import type { Config } from "../platform/config.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../platform/http/cookies.ts";
import { newSecret, secretId, type ProviderColumns } from "./tokens.ts";

/** A person signed in to the login application in one browser. */
export interface LoginSession {
  id: Buffer;
  userId: number;
  superuser: boolean;
}

interface Browser {
  ip: string;
  userAgent: string | null;
}

/** Whose own provider signed a person in. */
export interface ByProvider {
  accountId: number;
  /** Whether it asked for more than a password. */
  factor: boolean;
  /** Its id of the session that it began; null when it names none. */
  sid: string | null;
}

/** The columns that a session by a provider has, and a sign-in that becomes one. */
export const providerColumns = ({ accountId, factor, sid }: ByProvider): ProviderColumns => ({
  provider_account_id: accountId,
  provider_factor: factor,
  provider_sid: sid,
});

/** The provider of such columns. */
export const providerOf = (columns: ProviderColumns): ByProvider => ({
  accountId: columns.provider_account_id,
  factor: columns.provider_factor,
  sid: columns.provider_sid,
});

/** How a person confirmed their identity. */
export interface SignedInBy {
  /** Whether with a second factor. */
  isFactor: boolean;
  provider?: ByProvider | undefined;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Characters of a User-Agent header that are kept. */
export const LONGEST_USER_AGENT = 400;

const cookieName = (config: Pick<Config, "urls">): string => hostCookieName(config, "kinora_login", config.urls.login);

/** The Set-Cookie header that signs a browser in, or out when there is no value. */
export function sessionCookie(config: Pick<Config, "urls">, value: string | null): string {
  return setCookie(cookieName(config), value ?? "", {
    secure: isSecure(config.urls.login),
    maxAgeSeconds: value === null ? 0 : SESSION_DAYS * DAY_SECONDS,
  });
}

/** The session cookie a browser sent. */
export const sentSession = (config: Pick<Config, "urls">, cookies: string | undefined): string | undefined =>
  readCookie(cookies, cookieName(config));

/**
 * Begins a session; the value goes into the cookie and is not stored. The browser's earlier session ends. Signing in counts as a
 * proof that it is the person, with a second factor where `isFactor` says so.
 */
export async function startSession(
  tx: Executor,
  userId: number,
  browser: Browser,
  { earlier, isFactor, provider }: SignedInBy & { earlier: string | undefined },
  now: Date,
): Promise<string> {
  if (earlier) await endSession(tx, secretId(earlier));
  const value = newSecret();
  await tx
    .insertInto("login_sessions")
    .values({
      id: secretId(value),
      user_id: userId,
      ip: browser.ip,
      user_agent: browser.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(now),
      proved_at: now,
      factor_proved_at: isFactor ? now : null,
      ...(provider ? providerColumns(provider) : {}),
    })
    .execute();
  return value;
}

/** The active session of a cookie; null when it ended, was idle too long or its person is blocked. */
export async function findSession(db: Executor, value: string | undefined, now: Date): Promise<LoginSession | null> {
  return value ? findSessionById(db, secretId(value), now) : null;
}

/** The active session with an id, like {@link findSession}. */
export async function findSessionById(db: Executor, id: Buffer, now: Date): Promise<LoginSession | null> {
  const row = await db
    .selectFrom("login_sessions")
    .innerJoin("users", "users.id", "login_sessions.user_id")
    .select(["login_sessions.id", "login_sessions.user_id", "login_sessions.last_seen_at", "users.superuser"])
    .where("login_sessions.id", "=", id)
    .where("login_sessions.expires_at", ">", now)
    .where("login_sessions.last_seen_at", ">", idleLimit(now))
    .where("users.status", "=", "active")
    .executeTakeFirst();
  if (!row) return null;
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await db.updateTable("login_sessions").set({ last_seen_at: now }).where("id", "=", row.id).execute();
  }
  return { id: row.id, userId: row.user_id, superuser: row.superuser };
}

/** Notes that the person of a session has confirmed their identity. */
export async function noteProof(
  tx: Executor,
  id: Buffer,
  { isFactor }: { isFactor: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("login_sessions")
    .set({ proved_at: now, ...(isFactor ? { factor_proved_at: now } : {}) })
    .where("id", "=", id)
    .execute();
}

/** Ends one session and the API sessions that depend on it. */
export async function endSession(tx: Executor, id: Buffer): Promise<void> {
  await tx.deleteFrom("login_sessions").where("id", "=", id).execute();
}

/** Ends all sessions of a person, or all but one. */
export async function endSessions(tx: Executor, userId: number, except?: Buffer): Promise<void> {
  let query = tx.deleteFrom("login_sessions").where("user_id", "=", userId);
  if (except) query = query.where("id", "!=", except);
  await query.execute();
}

/** Ends every session of everyone; answers how many there were. */
export async function endEverySession(tx: Executor): Promise<number> {
  const ended = await tx.deleteFrom("login_sessions").executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** A person's active sessions, most recently used first. */
export function listSessions(db: Executor, userId: number, now: Date) {
  return db
    .selectFrom("login_sessions")
    .select(["id", "ip", "user_agent", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", idleLimit(now))
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
}
