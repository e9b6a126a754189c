import * as oidc from "openid-client";
import type { Context } from "../../context.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { newSecret } from "../tokens.ts";
import { redirectUri } from "./begin.ts";
import { guardedFetch, ProviderSilent } from "./guarded-fetch.ts";
import { detailOf, discoverProvider, isSilent, ProviderProblem, type ProviderClient } from "./provider-client.ts";
import { findProvider } from "./provider-row.ts";

interface Finding {
  ok: boolean;
  text: string;
}

/**
 * Tries a provider as signing in would use it, and says in words what is wrong: its configuration, its keys, and whether it knows
 * the client. The saved secret is sent to the saved issuer only.
 */
export async function tryProvider(
  context: Context,
  { accountId }: Grant,
  wanted: ProviderClient,
): Promise<{ ok: boolean; findings: Finding[] }> {
  const clientSecret = wanted.clientSecret || (await secretFor(context, accountId, wanted));
  const findings: Finding[] = [];
  try {
    const configuration = await discoverProvider(context.config, { ...wanted, clientSecret });
    findings.push({ ok: true, text: `${wanted.issuer} answers with its configuration.` });
    findings.push(await keysOf(context, configuration));
    findings.push(
      clientSecret === ""
        ? { ok: false, text: "Enter the client secret to try whether the provider accepts it." }
        : await knowsClient(configuration, redirectUri(context.config, accountId)),
    );
  } catch (error) {
    if (!(error instanceof ProviderProblem || error instanceof ProviderSilent)) throw error;
    findings.push({ ok: false, text: error.message });
  }
  return { ok: findings.every(({ ok }) => ok), findings };
}

async function secretFor({ db, secrets }: Context, accountId: number, { issuer, clientId }: ProviderClient) {
  const saved = await findProvider(db, secrets, accountId);
  return saved?.issuer === issuer && saved.clientId === clientId ? saved.clientSecret : "";
}

async function keysOf({ config }: Context, configuration: oidc.Configuration): Promise<Finding> {
  const address = configuration.serverMetadata().jwks_uri ?? "";
  try {
    const response = await guardedFetch(config.allowPrivateUrls)(address, {
      method: "GET",
      headers: { accept: "application/json" },
      body: undefined,
      redirect: "manual",
    });
    const answered: unknown = response.ok ? await response.json() : null;
    const keys = typeof answered === "object" && answered !== null && "keys" in answered ? answered.keys : null;
    if (Array.isArray(keys) && keys.length > 0) return { ok: true, text: "Its keys for signatures can be read." };
    return { ok: false, text: `There are no keys at ${address}.` };
  } catch (error) {
    if (isSilent(error)) return { ok: false, text: `Its keys cannot be read: ${detailOf(error)}` };
    return { ok: false, text: `What ${address} answers are no keys.` };
  }
}

/** A code that nobody was given shows whether the client is known: the provider then refuses the code and not the client (RFC 6749 §5.2). */
async function knowsClient(configuration: oidc.Configuration, redirect: string): Promise<Finding> {
  const state = newSecret();
  const callback = new URL(redirect);
  const { issuer } = configuration.serverMetadata();
  callback.search = new URLSearchParams({ code: newSecret(), state, iss: issuer }).toString();
  try {
    await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: newSecret(),
      pkceCodeVerifier: newSecret(),
    });
    return { ok: false, text: "It accepts a code that it never gave: do not use this provider." };
  } catch (error) {
    return findingOf(error);
  }
}

function findingOf(error: unknown): Finding {
  if (error instanceof oidc.ResponseBodyError) {
    const { error: code } = error;
    if (code === "invalid_grant") return { ok: true, text: "It accepts the client ID and the secret." };
    if (code === "invalid_client") return { ok: false, text: "It does not accept the client ID or the secret." };
    if (code === "unauthorized_client")
      return { ok: false, text: "Its client may not use the authorization code flow: allow that there." };
    return { ok: false, text: `It answers ${code}${error.error_description ? `: ${error.error_description}` : ""}.` };
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return { ok: false, text: "It does not accept the client ID or the secret." };
  return { ok: false, text: `Its token endpoint gives no answer that can be used: ${detailOf(error)}` };
}
