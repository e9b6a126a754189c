import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider, type Configuration } from "oidc-provider";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { cellClient, issuerUrl } from "../platform/http/cells.ts";
import { isSecure } from "../platform/http/cookies.ts";
import { oidcAdapter } from "./oidc-adapter.ts";
import { oidcKeys, type OidcKeys } from "./oidc-keys.ts";
import { findSessionById } from "./sessions.ts";

/** Where the provider is mounted; its issuer is the login application's URL and this path. */
export const OIDC_PATH = "/oidc";
/** Where the provider sends a browser to find out who it is. */
export const INTERACTION_PATH = "/interaction";

const SIGNING_ALGORITHM = "ES256";
/** Without the prefix for hosts: the provider binds some of them to a path. */
function cookieNames({ urls }: Pick<Config, "urls">) {
  const { port } = new URL(urls.login);
  const name = (kind: string) => `kinora_oidc_${kind}${port === "" ? "" : `_${port}`}`;
  return { session: name("session"), interaction: name("interaction"), resume: name("resume") };
}
const MINUTE_SECONDS = 60;

/**
 * The OpenID Connect provider (Core 1.0, code flow with PKCE only). Its account id is the id of one of our login sessions,
 * so that everything it issues ends with that session; the ID token's `sub` is the user and its `sid` that session.
 */
export async function createProvider(services: Services): Promise<Provider> {
  const { config, db } = services;
  const provider = new Provider(issuerUrl(config), configuration(services, await oidcKeys(db)));
  // `serveProvider` has already resolved the client address behind proxies.
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) =>
    services.log.error({ err: error }, "the OpenID Connect provider returned an error"),
  );
  return provider;
}

function configuration(services: Services, { jwks, cookieKeys }: OidcKeys): Configuration {
  const { config, secrets, db, clock } = services;
  const cookie = { httpOnly: true, sameSite: "lax", signed: true, secure: isSecure(config.urls.login) } as const;
  return {
    adapter: oidcAdapter(db),
    clients: Object.entries(config.cells).map(([cell, apiUrl]) => {
      const client = cellClient(secrets, cell, apiUrl);
      return {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_basic",
        id_token_signed_response_alg: SIGNING_ALGORITHM,
      };
    }),
    jwks,
    cookies: { names: cookieNames(config), keys: cookieKeys, long: cookie, short: cookie },
    claims: { openid: ["sub", "sid"] },
    scopes: ["openid"],
    responseTypes: ["code"],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: {
      AccessToken: 5 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      Grant: 10 * MINUTE_SECONDS,
      IdToken: 5 * MINUTE_SECONDS,
      Interaction: 60 * MINUTE_SECONDS,
      Session: 10 * MINUTE_SECONDS,
    },
    interactions: { url: (_ctx, interaction) => `${INTERACTION_PATH}/${interaction.uid}` },
    // Our own API hosts request only the identity, so there is no consent page.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
    async findAccount(_ctx, sid, token) {
      const session = await findSessionById(db, Buffer.from(sid, "hex"), clock.now());
      if (!session) return undefined;
      const sub = String(session.userId);
      // Inside it is the session's id; where tokens are made, the provider writes `accountId` into them as `sub`.
      return { accountId: token ? sub : sid, claims: () => Promise.resolve({ sub, sid }) };
    },
    renderError(ctx, out) {
      ctx.type = "text/plain; charset=utf-8";
      ctx.body = `Signing in did not work: ${out.error_description ?? out.error}. Go back to the console and try again.\n`;
    },
  };
}

/**
 * Passes a request below {@link OIDC_PATH} to the provider. It sees the public URL behind any proxies, and never an earlier
 * session of its own: every sign-in reads our login session.
 */
export function serveProvider(
  services: Services,
  provider: Provider,
): (request: IncomingMessage, response: ServerResponse) => void {
  const handle = provider.callback();
  const publicUrl = new URL(services.config.urls.login);
  const { session } = cookieNames(services.config);
  return (request, response) => {
    const address = request.url ?? "/";
    request.headers["x-forwarded-proto"] = publicUrl.protocol.slice(0, -1);
    request.headers["x-forwarded-host"] = publicUrl.host;
    request.headers.host = publicUrl.host;
    if (address.startsWith(`${OIDC_PATH}/auth`)) forgetProviderSession(request, session);
    Object.assign(request, { originalUrl: address });
    request.url = address.slice(OIDC_PATH.length) || "/";
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    handle(request, response).catch((error: unknown) => {
      services.log.error({ err: error }, "the OpenID Connect provider returned an error");
      response.destroy();
    });
  };
}

function forgetProviderSession(request: IncomingMessage, name: string): void {
  const kept = (request.headers.cookie ?? "").split(";").filter((part) => !part.trim().startsWith(name));
  request.headers.cookie = kept.join(";");
}

/** Finishes the provider's interaction for a signed-in browser: returns the URL that continues its sign-in. */
export function finishInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  sessionId: Buffer,
): Promise<string> {
  const accountId = sessionId.toString("hex");
  return provider.interactionResult(
    request,
    response,
    { login: { accountId, remember: false } },
    { mergeWithLastSubmission: false },
  );
}
