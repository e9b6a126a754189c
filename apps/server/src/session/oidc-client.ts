import * as oidc from "openid-client";
import { z } from "zod";
import type { Services } from "../context.ts";
import { cellClient, issuerUrl } from "../platform/http/cells.ts";
import { internalAddress } from "../platform/http/internal-address.ts";
import type { PendingSignIn } from "./pending-sign-in.ts";

// The library marks it deprecated only to warn; this type avoids the deprecation.
const plainHttp: { allowInsecureRequests(configuration: oidc.Configuration): void } = oidc;

const identity = z.object({ sub: z.string().regex(/^\d{1,15}$/), sid: z.string().regex(/^[0-9a-f]{64}$/) });

export interface Identity {
  userId: number;
  loginSessionId: Buffer;
}

/** This API host as a client of the login application (OpenID Connect Core 1.0 §3.1: code flow, with PKCE, RFC 7636). */
export interface OidcClient {
  /** The login application's address for a new sign-in. */
  begin(pending: PendingSignIn): Promise<string>;
  /** The person who signed in; throws when the callback does not belong to the pending sign-in. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identity>;
}

/** Discovers the provider on first use and retries after a failure: the login application may start later. */
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
        // Public URLs with http are the operator's choice for one machine or a private network.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.protocol === "http:" ? [plainHttp.allowInsecureRequests] : []),
        ],
        timeout: 10,
        [oidc.customFetch]: (url, options) => fetch(internalAddress(config, url), options as RequestInit),
      },
    );
  const provider = () =>
    (discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    }));

  return {
    async begin(pending) {
      const url = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: client.redirectUri,
        scope: "openid",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return url.href;
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
