import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { Refusal } from "../../platform/refusal.ts";
import { beginBrowserAttempt } from "../browser-attempt.ts";
import { findOwnCredentials, readUser } from "../credentials.ts";
import { nextAddress, type WayBackRequest } from "../next-address.ts";
import { requireOwnWay } from "../own-provider/required.ts";
import type { LoginRequest } from "../request.ts";
import { mailNewBrowser } from "../security-mails.ts";
import { providerColumns, providerOf, type ByProvider } from "../sessions.ts";
import { addToken, expireTokens, readToken, useToken } from "../tokens.ts";
import { auditOwn, factorsOf } from "./factors.ts";
import { newChallenge } from "./passkey-challenge.ts";
import { PASSKEY_TIMEOUT_MS, relyingParty, usePasskey } from "./passkeys.ts";
import { useCode, wrong, WRONG_CODE } from "./proof.ts";

/** Either the address to go to, or what the browser has to present together with a code. */
export interface SignedIn {
  next: string;
  second_factor: { ticket: string; app: boolean; passkey: boolean } | null;
}

interface Continued extends WayBackRequest {
  /** The token of a mailed link, which works once. */
  confirm?: string | undefined;
  /** The organization's own provider that signed the person in, without a password. */
  provider?: ByProvider | undefined;
}

/**
 * What happens after the password, or the mailed link that replaces it: the browser is signed in, or asked for the second
 * factor where the person has one and has not chosen to be trusted in this browser.
 */
export async function continueSignIn(request: LoginRequest, userId: number, onward: Continued): Promise<SignedIn> {
  const { db, clock } = request;
  const factors = await factorsOf(db, userId);
  if (factors && !(await request.trustsBrowserOf(userId))) {
    const provider = onward.provider ? providerColumns(onward.provider) : null;
    const ticket = await addToken(db, "second_factor", userId, clock.now(), provider);
    return { next: "", second_factor: { ticket, ...factors } };
  }
  return { next: await finish(request, userId, onward, { isFactor: false }), second_factor: null };
}

/** Signs the browser in, after everything that was to be asked. Returns the address to go to. */
export async function finish(
  request: LoginRequest,
  userId: number,
  { confirm, provider, ...wayBack }: Continued,
  how: { isFactor: boolean },
): Promise<string> {
  const { db, clock } = request;
  if (confirm !== undefined) await expireTokens(db, "confirm", userId, clock.now());
  await db.updateTable("users").set({ last_seen_at: clock.now() }).where("id", "=", userId).execute();
  const person = await findOwnCredentials(db, userId);
  if (person && !request.knowsBrowserOf(person)) await mailNewBrowser(request, userId);
  return nextAddress(request, await request.signBrowserIn(userId, { ...how, provider }), wayBack);
}

export interface CodeStep extends Continued {
  ticket: string;
  /** Of the app, or a recovery code. */
  code: string;
  /** Whether to skip this step in this browser for 30 days. */
  remember: boolean;
}

/**
 * Signs the browser in with the second factor. A code works once, and so does the ticket.
 * @throws Refusal `gone` when the password has to be typed again, `invalid` at `code` for a wrong or used one, `rate_limited`
 *   after too many failed attempts, which are counted as those at passwords are.
 */
export async function confirmSignIn(request: LoginRequest, step: CodeStep): Promise<{ next: string }> {
  const { db, clock } = request;
  const over = new Refusal("gone", "This sign-in took too long. Start again with your password.");
  const { state, userId, provider } = await readToken(db, "second_factor", step.ticket, clock.now());
  if (state !== "valid" || userId === null) throw over;
  const user = await readUser(db, userId);
  const attempt = await beginBrowserAttempt(request, user.email, await findOwnCredentials(db, userId), step.confirm);
  await db.transaction().execute(async (tx) => {
    const kind = await useCode(request, tx, { userId, code: step.code });
    if (!kind) throw wrong("code", WRONG_CODE);
    if (!(await useToken(tx, "second_factor", step.ticket, clock.now()))) throw over;
    if (kind === "recovery_code") await auditOwn(request, tx, { user, action: "user.recovery_code_used" });
  });
  await attempt.succeeded();
  const { confirm, redirect, account_id } = step;
  const onward = { confirm, redirect, account_id, provider: provider ? providerOf(provider) : undefined };
  const next = await finish(request, userId, onward, { isFactor: true });
  if (step.remember) await request.trustBrowserOf(userId);
  return { next };
}

/** What a passkey has to sign, for anyone who asks: the browser shows the person which passkeys they have. */
export const beginPasskeySignIn = (request: LoginRequest) => ({
  challenge: newChallenge(request),
  rpId: relyingParty(request.config),
  timeout: PASSKEY_TIMEOUT_MS,
  userVerification: "required" as const,
});

/**
 * Signs the browser in with a passkey alone: it is something the person has, unlocked by what they know or are.
 * @throws Refusal `invalid`, the same whatever is wrong with it, `forbidden` for people whose organization demands its own provider.
 */
export async function signInWithPasskey(
  request: LoginRequest,
  {
    credential,
    ...wayBack
  }: WayBackRequest & { credential: Omit<AuthenticationResponseJSON, "clientExtensionResults"> },
): Promise<{ next: string }> {
  const { db } = request;
  const response = { ...credential, clientExtensionResults: {} };
  const userId = await db.transaction().execute((tx) => usePasskey(request, tx, response));
  await requireOwnWay(request, userId);
  return { next: await finish(request, userId, wayBack, { isFactor: true }) };
}
