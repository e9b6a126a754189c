import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type RemoteJWKSet } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { providerId } from "./identity.ts";
import { CLOCK_TOLERANCE, discoverProvider, isSilent, type ProviderClient } from "./provider-client.ts";

/** Whose sessions a provider ends: one by its own id, or all of a person. */
export interface ProviderLogout {
  sid: string | null;
  subject: string | null;
  /** When the provider ended them: what began later is another session. */
  at: Date;
}

/** A logout token that is not the provider's, or none at all; the sentence is for the provider's log. */
export class WrongLogoutToken extends Error {}

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Asymmetric ones: a secret that both sides know proves nothing about who signed. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** An older token is refused: providers before the specification's final version set no `exp`. */
const MAX_AGE_SECONDS = 5 * 60;
const KEYS_MS = 10 * 60_000;

/** The same for an account without a provider: nobody learns which have one. */
export const STRANGER = "The token is of another issuer, or for another client.";

/** With and without a slash at the end, as discovery takes both. */
const spellings = (issuer: string): string[] => [issuer.replace(/\/$/, ""), `${issuer.replace(/\/$/, "")}/`];

const claims = z
  .object({
    sub: providerId.optional(),
    sid: providerId.optional(),
    iat: z.number(),
    jti: z.string().min(1),
    events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** A key that cannot be used is a TypeError of the library, or a DataError of Web Cryptography. */
function refusalOf(error: unknown): unknown {
  if (error instanceof z.ZodError) return new WrongLogoutToken("The claims are not those of a logout token.");
  if (error instanceof errors.JOSEError) return new WrongLogoutToken(error.message, { cause: error });
  if (!isSilent(error) && (error instanceof TypeError || error instanceof DOMException))
    return new WrongLogoutToken("The provider's key cannot be used.", { cause: error });
  return error;
}

/** Reads logout tokens of accounts' providers (OpenID Connect Back-Channel Logout 1.0 §2.6). */
export class LogoutTokens {
  readonly #config: Pick<Config, "allowPrivateUrls">;
  /** The keys of a provider's configuration; strangers cannot have them fetched again and again. */
  readonly #keys = new LRUCache<string, Promise<RemoteJWKSet>>({ max: 500, ttl: KEYS_MS });

  constructor(config: Pick<Config, "allowPrivateUrls">) {
    this.#config = config;
  }

  /** @throws WrongLogoutToken, ProviderProblem, ProviderSilent */
  async read(provider: ProviderClient, token: string): Promise<ProviderLogout> {
    this.#requireAddressed(provider, token);
    try {
      const { payload } = await jwtVerify(token, await this.#keysOf(provider), {
        issuer: spellings(provider.issuer),
        audience: provider.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_AGE_SECONDS,
      });
      const { sub = null, sid = null, iat } = claims.parse(payload);
      return { sid, subject: sub, at: new Date(iat * 1_000) };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Before anything is fetched: who knows neither issuer nor client is not the provider. */
  #requireAddressed({ issuer, clientId }: ProviderClient, token: string): void {
    try {
      const { iss, aud } = decodeJwt(token);
      if (iss !== undefined && spellings(issuer).includes(iss) && [aud].flat().includes(clientId)) return;
    } catch (error) {
      throw new WrongLogoutToken("This is no token.", { cause: error });
    }
    throw new WrongLogoutToken(STRANGER);
  }

  #keysOf(provider: ProviderClient): Promise<RemoteJWKSet> {
    const { issuer, clientId } = provider;
    const name = JSON.stringify([issuer, clientId]);
    const known = this.#keys.get(name);
    if (known) return known;
    const keys = this.#discoverKeys(provider);
    this.#keys.set(name, keys);
    keys.catch(() => this.#keys.delete(name));
    return keys;
  }

  async #discoverKeys(provider: ProviderClient): Promise<RemoteJWKSet> {
    const configuration = await discoverProvider(this.#config, provider);
    const fetchGuarded = guardedFetch(this.#config.allowPrivateUrls);
    return createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ""), {
      [customFetch]: (url, { headers, ...options }) =>
        fetchGuarded(url, { ...options, headers: Object.fromEntries(headers), body: undefined }),
    });
  }
}
