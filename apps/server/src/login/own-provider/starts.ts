import { createHmac } from "node:crypto";
import { networkOf } from "../../platform/http/client-address.ts";
import { hostCookieName, isSecure, readCookie, setCookie } from "../../platform/http/cookies.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { WayBackRequest } from "../next-address.ts";
import type { LoginRequest } from "../request.ts";
import { newSecret, secretId } from "../tokens.ts";
import type { OwnProvider } from "./provider-row.ts";

const LASTS_SECONDS = 10 * 60;
/** Sign-ins that one network may have begun and not finished. */
export const STARTS_PER_NETWORK = 60;

/** What a provider's answer has to match. */
export interface Start {
  accountId: number;
  issuer: string;
  clientId: string;
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
  wayBack: WayBackRequest;
}

const cookieName = ({ config }: LoginRequest): string => hostCookieName(config, "kinora_provider", config.urls.login);

function sentSecret(request: LoginRequest): string | null {
  const sent = readCookie(request.cookies, cookieName(request));
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : null;
}

/** Nonce and verifier are not stored: they follow from the state and the browser's secret. */
function derived({ secrets }: LoginRequest, state: string, browser: string) {
  const from = (kind: string) =>
    createHmac("sha256", secrets.cookieKey).update(`provider:${kind}:${browser}.${state}`).digest("base64url");
  return { state, nonce: from("nonce"), verifier: from("verifier") };
}

/**
 * Begins a sign-in of this browser, which it has ten minutes for.
 * @throws Refusal `rate_limited` for a network that has begun too many.
 */
export async function beginStart(
  request: LoginRequest,
  { accountId, issuer, clientId }: OwnProvider,
  wayBack: WayBackRequest,
): Promise<Start> {
  const { db, clock, config } = request;
  const network = networkOf(request.ip);
  const now = clock.now();
  const { begun } = await db
    .selectFrom("own_provider_starts")
    .select((e) => e.fn.countAll<number>().as("begun"))
    .where("network", "=", network)
    .where("created_at", ">", new Date(now.getTime() - LASTS_SECONDS * 1_000))
    .executeTakeFirstOrThrow();
  if (begun >= STARTS_PER_NETWORK)
    throw new Refusal("rate_limited", "Too many sign-ins were started here. Try again in ten minutes.", {
      retryAfterSeconds: LASTS_SECONDS,
    });
  const state = newSecret();
  const browser = sentSecret(request) ?? newSecret();
  await db
    .insertInto("own_provider_starts")
    .values({
      id: secretId(state),
      browser: secretId(browser),
      account_id: accountId,
      issuer,
      client_id: clientId,
      network,
      redirect: wayBack.redirect ?? null,
      wanted_account: wayBack.account_id ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + LASTS_SECONDS * 1_000),
    })
    .execute();
  request.addCookie(
    setCookie(cookieName(request), browser, { secure: isSecure(config.urls.login), maxAgeSeconds: LASTS_SECONDS }),
  );
  return { accountId, issuer, clientId, wayBack, ...derived(request, state, browser) };
}

/** Takes the sign-in that a state belongs to, once and in the browser that began it; null for any other. */
export async function takeStart(request: LoginRequest, state: string): Promise<Start | null> {
  const browser = sentSecret(request);
  if (browser === null || state === "") return null;
  const row = await request.db
    .deleteFrom("own_provider_starts")
    .where("id", "=", secretId(state))
    .where("browser", "=", secretId(browser))
    .where("expires_at", ">", request.clock.now())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const wayBack = {
    ...(row.redirect === null ? {} : { redirect: row.redirect }),
    ...(row.wanted_account === null ? {} : { account_id: row.wanted_account }),
  };
  const { account_id: accountId, issuer, client_id: clientId } = row;
  return { accountId, issuer, clientId, wayBack, ...derived(request, state, browser) };
}
