import * as oidc from "openid-client";
import type { Config } from "../../platform/config.ts";
import { guardedFetch, ProviderSilent } from "./guarded-fetch.ts";

/** What is needed to ask an organization's provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

type Reach = Pick<Config, "allowPrivateUrls">;

/** A provider's answer that cannot be used, in words for an owner of the account. */
export class ProviderProblem extends Error {}

// The library marks it deprecated only to warn; this type avoids the deprecation.
const plainHttp: { allowInsecureRequests(configuration: oidc.Configuration): void } = oidc;

/** Seconds that a provider's clock may differ. */
export const CLOCK_TOLERANCE = 30;

/** Whether an issuer's address may be asked at all: https, unless the operator allows what is on this machine and its network. */
export const isAllowedIssuer = ({ allowPrivateUrls }: Reach, issuer: string): boolean =>
  allowPrivateUrls || issuer.startsWith("https://");

/**
 * Asks a provider for its configuration (OpenID Connect Discovery 1.0 §4). The issuer it names must be the one that was asked,
 * letter by letter: one for many organizations would let strangers in.
 * @throws ProviderProblem, ProviderSilent
 */
export async function discoverProvider(config: Reach, client: ProviderClient): Promise<oidc.Configuration> {
  if (!isAllowedIssuer(config, client.issuer)) throw new ProviderProblem("The issuer's address must begin with https.");
  const configuration = await discover(config, client);
  const metadata = configuration.serverMetadata();
  if (metadata.issuer.replace(/\/$/, "") !== client.issuer.replace(/\/$/, ""))
    throw new ProviderProblem(`The provider calls itself ${metadata.issuer}. Enter that as the issuer.`);
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    const address = metadata[name];
    if (!address) throw new ProviderProblem(`The provider's configuration has no ${name}.`);
    if (!URL.canParse(address) || !isAllowedIssuer(config, address) || !/^https?:/.test(address))
      throw new ProviderProblem(`The provider's ${name} must begin with https.`);
  }
  const methods = metadata.code_challenge_methods_supported;
  if (methods && !methods.includes("S256")) throw new ProviderProblem("The provider does not support PKCE with S256.");
  configuration[oidc.customFetch] = guardedFetch(config.allowPrivateUrls);
  return configuration;
}

async function discover({ allowPrivateUrls }: Reach, { issuer, clientId, clientSecret }: ProviderClient) {
  try {
    return await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE },
      // Which of both a provider takes is in its configuration, which is not known yet.
      (server, client, body, headers) =>
        takesBasic(server)
          ? oidc.ClientSecretBasic(clientSecret)(server, client, body, headers)
          : oidc.ClientSecretPost(clientSecret)(server, client, body, headers),
      {
        [oidc.customFetch]: guardedFetch(allowPrivateUrls),
        execute: [oidc.enableNonRepudiationChecks, ...(allowPrivateUrls ? [plainHttp.allowInsecureRequests] : [])],
        timeout: 10,
      },
    );
  } catch (error) {
    throw inWords(error, issuer);
  }
}

/** `client_secret_basic` is what a provider takes that names nothing (OpenID Connect Discovery 1.0 §3). */
const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): boolean =>
  !methods || methods.includes("client_secret_basic") || !methods.includes("client_secret_post");

function inWords(error: unknown, issuer: string): Error {
  const silent = causes(error).find((cause) => cause instanceof ProviderSilent);
  if (silent) return silent;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const where = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM") return new ProviderProblem(`There is no configuration at ${where}.`);
  if (code === "OAUTH_RESPONSE_IS_NOT_JSON" || code === "OAUTH_PARSE_ERROR" || code === "OAUTH_INVALID_RESPONSE")
    return new ProviderProblem(`What ${where} answers is no configuration of a provider.`);
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return new ProviderProblem("The provider calls itself by another issuer. Enter the issuer as it spells it.");
  return new ProviderProblem(`The provider's configuration could not be read: ${detailOf(error)}`, { cause: error });
}

/** An error and what caused it, outermost first. */
function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** What an error of the library says, with its innermost reason; for logs, never for strangers. */
export function detailOf(error: unknown): string {
  const texts = causes(error).map(({ message }) => message);
  return [...new Set(texts)].join(": ").slice(0, 500) || String(error).slice(0, 500);
}

/** Whether a provider could not be asked, unlike one whose answer is wrong. */
export const isSilent = (error: unknown): boolean => causes(error).some((cause) => cause instanceof ProviderSilent);
