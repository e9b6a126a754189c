import { mailDomain, PROVIDER_REFUSALS } from "@kinora/domain/people/own-provider.ts";
import * as oidc from "openid-client";
import type { Config } from "../../platform/config.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { WayBackRequest } from "../next-address.ts";
import type { LoginRequest } from "../request.ts";
import { detailOf, discoverProvider, type ProviderClient } from "./provider-client.ts";
import { accountOfDomain, findProvider } from "./provider-row.ts";
import { logProviderSignIn } from "./refused.ts";
import { beginStart } from "./starts.ts";

/** The redirect URI of an account's provider. Each has its own, so that no provider's answer arrives as another's (RFC 9700 §4.4.2). */
export const redirectUri = ({ urls }: Pick<Config, "urls">, accountId: number): string =>
  `${urls.login}/provider/${accountId}/callback`;

/**
 * Where a browser signs in with the organization that an email belongs to: authorization code flow with PKCE, state and nonce.
 * @throws Refusal `invalid` at `email` for a domain without a provider, `unavailable` when the provider does not answer,
 *   `rate_limited`.
 */
export async function beginProviderSignIn(
  request: LoginRequest,
  { email, ...wayBack }: WayBackRequest & { email: string },
): Promise<{ next: string }> {
  const { db, secrets, config } = request;
  const domain = mailDomain(email.trim());
  const accountId = domain === "" ? undefined : await accountOfDomain(db, domain);
  const provider = accountId === undefined ? undefined : await findProvider(db, secrets, accountId);
  if (!provider) throw noOrganization(domain);
  const start = await beginStart(request, provider, wayBack);
  const configuration = await reach(request, provider, email);
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(config, provider.accountId),
    scope: "openid email profile",
    state: start.state,
    nonce: start.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(start.verifier),
    code_challenge_method: "S256",
    login_hint: email,
  });
  return { next: url.href };
}

function noOrganization(domain: string): Refusal {
  const message =
    domain === ""
      ? "Enter your email address first."
      : `No organization signs in people of ${domain}. Use your password.`;
  return new Refusal("invalid", message, { fields: { email: [message] } });
}

async function reach(request: LoginRequest, provider: ProviderClient & { accountId: number }, email: string) {
  try {
    return await discoverProvider(request.config, provider);
  } catch (error) {
    const refused = "unreachable" as const;
    await logProviderSignIn(request, { accountId: provider.accountId, email, refused, detail: detailOf(error) });
    throw new Refusal("unavailable", PROVIDER_REFUSALS[refused]);
  }
}
