import * as oidc from "openid-client";
import { z } from "zod";
import type { Services } from "../context.ts";
import { cellClient, issuerUrl } from "../platform/cells.ts";

/** What has to be remembered of a sign-in between leaving for the login application and coming back. */
export const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of the console to come back to. */
  redirect: z.string(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

// The library marks it deprecated only so that it stands out; this type says what it is for instead.
const plainHttp: { allowInsecureRequests(configuration: oidc.Configuration): void } = oidc;

const identity = z.object({ sub: z.string().regex(/^\d{1,15}$/), sid: z.string().regex(/^[0-9a-f]{64}$/) });

export interface Identity {
  userId: number;
  loginSessionId: Buffer;
}

/** This API host as a client of the login application (OpenID Connect Core 1.0 §3.1: code flow, with PKCE, RFC 7636). */
export interface OidcClient {
  /** The login application's address for a new sign-in, and what to remember of it. */
  begin(redirect: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** Who came back; throws when the answer is not one to the remembered question. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identity>;
}

/** Finds the provider on first use and again after a failure: the login application may start later than this host. */
export function createOidcClient({ config, secrets }: Pick<Services, "config" | "secrets">): OidcClient {
  const client = cellClient(secrets, config.cell, config.urls.api);
  const issuer = new URL(issuerUrl(config));
  let discovered: Promise<oidc.Configuration> | undefined;

  const discover = () =>
    oidc.discovery(
      issuer,
      client.clientId,
      { id_token_signed_response_alg: "ES256" },
      oidc.ClientSecretBasic(client.clientSecret),
      {
        // Plain http is the operator's choice for one machine or a closed network, made with the public URLs.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.protocol === "http:" ? [plainHttp.allowInsecureRequests] : []),
        ],
        timeout: 10,
      },
    );
  const provider = () =>
    (discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    }));

  return {
    async begin(redirect) {
      const configuration = await provider();
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        redirect,
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: client.redirectUri,
        scope: "openid",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, pending };
    },
    async finish(callback, pending) {
      const tokens = await oidc.authorizationCodeGrant(await provider(), callback, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const { sub, sid } = identity.parse(tokens.claims());
      return { userId: Number(sub), loginSessionId: Buffer.from(sid, "hex") };
    },
  };
}
