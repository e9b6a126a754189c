import type { Services } from "../context.ts";
import { avatarUrl } from "../platform/access/person.ts";
import { Refusal } from "../platform/refusal.ts";
import { attemptSucceeded, beginAttempt } from "./attempts.ts";
import { findCredentials, readUser } from "./credentials.ts";
import { findHost } from "./host.ts";
import { confirmMail } from "./mail-tasks.ts";
import { passwordMatches } from "./passwords.ts";
import { allowedRedirect, needsNoApiSession } from "./redirects.ts";
import type { LoginRequest } from "./request.ts";
import { endSession, type LoginSession } from "./sessions.ts";
import { expireTokens, readToken } from "./tokens.ts";

export interface WayBackRequest {
  redirect?: string | undefined;
  account_id?: string | undefined;
}

const WRONG = "Email or password is wrong.";

export interface SignIn extends WayBackRequest {
  email: string;
  password: string;
  /** The token of a mailed link, with which an unknown browser may sign in after too many failed attempts. */
  confirm?: string | undefined;
}

/**
 * Signs a browser in.
 * @throws Refusal `invalid` with the same message for an unknown e-mail, a wrong password and a blocked person,
 *   `rate_limited` after too many failed tries.
 */
export async function signIn(
  request: LoginRequest,
  { email, password, confirm, ...wayBack }: SignIn,
): Promise<{ next: string }> {
  const { db, clock, jobs } = request;
  const address = email.toLowerCase();
  const person = await findCredentials(db, address);
  const isConfirmed = confirm !== undefined && (await isOwnToken(request, person?.id, confirm));
  const known = isConfirmed || (person !== undefined && request.knowsBrowserOf(person));
  const attempt = await beginAttempt(db, { email: address, ip: request.ip, known }, clock.now());
  if ("refused" in attempt) {
    if (attempt.sendConfirmation) await jobs.send(db, confirmMail, { email: address });
    throw attempt.refused;
  }
  const matches = await passwordMatches(person?.password_hash, password);
  if (!person || !matches) throw new Refusal("invalid", WRONG);

  await attemptSucceeded(db, attempt.id);
  if (isConfirmed) await expireTokens(db, "confirm", person.id, clock.now());
  await db.updateTable("users").set({ last_seen_at: clock.now() }).where("id", "=", person.id).execute();
  const session = await request.signBrowserIn(person.id);
  return { next: await nextAddress(request, session, wayBack) };
}

async function isOwnToken({ db, clock }: Services, userId: number | undefined, token: string): Promise<boolean> {
  const found = await readToken(db, "confirm", token, clock.now());
  return found.state === "valid" && found.userId === userId;
}

/** Ends the browser's session here and on every API host; without one there is nothing to end. */
export async function signOut(request: LoginRequest, redirect: string | undefined): Promise<{ next: string }> {
  const { config, db, session } = request;
  if (session) await endSession(db, session.id);
  request.signBrowserOut();
  return { next: allowedRedirect(config, redirect, `${config.urls.console}/`).url };
}

/**
 * Where a signed-in browser goes: to the API host of the account, which begins its own session and sends it on to the
 * page it came from.
 */
export async function nextAddress(services: Services, session: LoginSession, wayBack: WayBackRequest): Promise<string> {
  const { config } = services;
  const { url } = allowedRedirect(config, wayBack.redirect, `${config.urls.console}/dashboard`);
  if (needsNoApiSession(config, url)) return url;
  const { host } = await findHost(services, session, wayBack.account_id).catch((error: unknown) => {
    // An account the person has left must not keep them from the others.
    if (error instanceof Refusal) return findHost(services, session, undefined);
    throw error;
  });
  return `${host}/session/start?redirect=${encodeURIComponent(url)}`;
}

/** Who is signed in here and where signing in leads. */
export async function readStatus(request: LoginRequest, wayBack: WayBackRequest) {
  const { config, db, session } = request;
  const { host } = allowedRedirect(config, wayBack.redirect, `${config.urls.console}/dashboard`);
  const user = session ? await readUser(db, session.userId) : null;
  return {
    user: user && publicUser(request, user),
    next: session ? await nextAddress(request, session, wayBack) : "",
    host,
    console_url: config.urls.console,
    open_registration: await registrationIsOpen(request),
  };
}

/** Whether visitors may request an account (setting `open_registration`; closed unless a superuser opens it). */
export async function registrationIsOpen({ db }: Services): Promise<boolean> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "open_registration")
    .executeTakeFirst();
  return row?.value === true;
}

/** A person as the pages show them. */
export function publicUser(
  services: Pick<Services, "config">,
  user: { id: number; email: string; first_name: string; last_name: string; avatar_key: string | null },
) {
  const { id, email, first_name, last_name } = user;
  return {
    id,
    email,
    first_name,
    last_name,
    avatar_url: avatarUrl(services, user.avatar_key),
  };
}
