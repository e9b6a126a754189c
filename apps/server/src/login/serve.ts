import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { mustSetUpFactorIn } from "../platform/access/second-factor.ts";
import type { Config } from "../platform/config.ts";
import { Refusal } from "../platform/refusal.ts";
import { findHost } from "./host.ts";
import { createProvider, finishInteraction, INTERACTION_PATH, OIDC_PATH, serveProvider } from "./oidc-provider.ts";
import { SECOND_FACTOR_PAGE, SIGN_OUT_PAGE } from "./pages.ts";
import { allowedRedirect } from "./redirects.ts";
import { endSession, findSession, sentSession, sessionCookie } from "./sessions.ts";
import { secretId } from "./tokens.ts";

/** `GET /host`: which API host serves an account. Only the console's pages may read the answer. */
export function serveHost(app: FastifyInstance, services: Services): void {
  const consoleOrigin = new URL(services.config.urls.console).origin;
  const share = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("vary", "Origin");
    if (request.headers.origin !== consoleOrigin) return;
    reply.header("access-control-allow-origin", consoleOrigin).header("access-control-allow-credentials", "true");
  };
  app.options("/host", async (request, reply) => {
    share(request, reply);
    return reply
      .header("access-control-allow-methods", "GET")
      .header("access-control-allow-headers", "content-type, x-xsrf-token")
      .header("access-control-max-age", "600")
      .status(204)
      .send();
  });
  app.get<{ Querystring: { account_id?: string | string[] } }>("/host", async (request, reply) => {
    share(request, reply);
    reply.header("cache-control", "no-store");
    const { db, clock, config } = services;
    const session = await findSession(db, sentSession(config, request.headers.cookie), clock.now());
    if (!session) throw new Refusal("unauthenticated", "Sign in to continue.");
    const accountId = request.query.account_id;
    return findHost(services, session, Array.isArray(accountId) ? accountId.join() : accountId || undefined);
  });
}

/**
 * Whether the request comes from one of our own pages or the address bar. Foreign pages can make a browser send it,
 * too: by a link, a form or a redirect.
 */
function isFirstPartyNavigation({ urls }: Config, { headers }: FastifyRequest): boolean {
  const { referer, "sec-fetch-site": site } = headers;
  if (referer !== undefined)
    return [urls.console, urls.login].some((own) => URL.parse(referer)?.origin === new URL(own).origin);
  if (site !== undefined) return site === "none";
  // Browsers name the site of each request to such an address (Fetch Metadata §2): this is a script with its own cookies.
  const { protocol, hostname } = new URL(urls.login);
  return protocol === "https:" || hostname === "localhost" || hostname === "127.0.0.1";
}

/**
 * `GET /logout?redirect=`: ends the session here and, in the same transaction, on every API host. Where a foreign page
 * may have asked for it, the browser is sent to the page that asks the person.
 */
export function serveLogout(app: FastifyInstance, services: Services): void {
  const { config, db } = services;
  app.get<{ Querystring: { redirect?: string | string[] } }>("/logout", async (request, reply) => {
    const sent = sentSession(config, request.headers.cookie);
    const { redirect } = request.query;
    if (sent && !isFirstPartyNavigation(config, request)) {
      const query = typeof redirect === "string" ? `?redirect=${encodeURIComponent(redirect)}` : "";
      return reply
        .header("referrer-policy", "no-referrer")
        .redirect(`${config.urls.login}${SIGN_OUT_PAGE}${query}`, 303);
    }
    if (sent) await endSession(db, secretId(sent));
    const { url } = allowedRedirect(
      config,
      typeof redirect === "string" ? redirect : undefined,
      `${config.urls.console}/`,
    );
    return reply
      .header("set-cookie", sessionCookie(config, null))
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(url, 303);
  });
}

/** The OpenID Connect provider, and the step in which it asks us who the browser is. */
export async function serveOidc(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, clock } = services;
  const provider = await createProvider(services);
  const handle = serveProvider(services, provider);
  await app.register(async (scope) => {
    // The provider reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.all(`${OIDC_PATH}/*`, (request, reply) => {
      // The provider writes to the socket itself: what every answer carries has to be there before.
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
      reply.hijack();
      handle(request.raw, reply.raw);
    });
  });
  app.get<{ Params: { uid: string } }>(`${INTERACTION_PATH}/:uid`, async (request, reply) => {
    const here = `${config.urls.login}${INTERACTION_PATH}/${encodeURIComponent(request.params.uid)}`;
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    const session = await findSession(db, sentSession(config, request.headers.cookie), clock.now());
    if (!session) return reply.redirect(`${config.urls.login}/login?redirect=${encodeURIComponent(here)}`, 303);
    if (await mustSetUpFactorIn(db, session.id))
      return reply.redirect(`${config.urls.login}${SECOND_FACTOR_PAGE}?redirect=${encodeURIComponent(here)}`, 303);
    const onward = await finishInteraction(provider, request.raw, reply.raw, session.id).catch((error: unknown) => {
      request.log.info({ err: error }, "a sign-in had expired before it was finished");
      return `${config.urls.console}/dashboard`;
    });
    return reply.redirect(onward, 303);
  });
}
