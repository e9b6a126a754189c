import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../context.ts";
import { xsrfCookie } from "../platform/xsrf.ts";
import { startApiSession } from "./api-session.ts";
import { createOidcClient } from "./oidc-client.ts";
import { forgetPending, pendingCookie, readPending } from "./pending-sign-in.ts";
import { apiSessionCookie, sentApiSession } from "./session-cookie.ts";

/**
 * `GET /session/start?redirect=` leaves for the login application, `GET /session/callback` comes back from it with a
 * session on this API host. What goes wrong ends on the console's /auth-server-error, which offers to try again.
 */
export async function serveSession(app: FastifyInstance, services: Services): Promise<void> {
  const { config, secrets, db, log } = services;
  const client = createOidcClient(services);

  const failed = (reply: FastifyReply, redirect: string, error: unknown) => {
    log.warn({ err: error, request_id: reply.request.id }, "a sign-in could not be finished");
    const { pathname, search } = new URL(redirect);
    return leave(reply, `${config.urls.console}/auth-server-error?to=${encodeURIComponent(pathname + search)}`);
  };

  app.get<{ Querystring: { redirect?: string | string[] } }>("/session/start", async (request, reply) => {
    const redirect = consolePage(services, request.query.redirect);
    try {
      const { url, pending } = await client.begin(redirect);
      reply.header("set-cookie", pendingCookie(services, pending));
      return await leave(reply, url);
    } catch (error) {
      return failed(reply, redirect, error);
    }
  });

  app.get<{ Querystring: { state?: string | string[] } }>("/session/callback", async (request, reply) => {
    const state = typeof request.query.state === "string" ? request.query.state : "";
    const pending = state ? readPending(services, state, request.headers.cookie) : null;
    // Not begun in this browser, or begun twice: the console finds out who is here and begins anew if need be.
    if (!pending) return leave(reply, `${config.urls.console}/dashboard`);
    reply.header("set-cookie", forgetPending(services, state));
    const redirect = consolePage(services, pending.redirect);
    try {
      const identity = await client.finish(new URL(request.url, config.urls.api), pending);
      const earlier = sentApiSession(config, request.headers.cookie);
      const session = await db.transaction().execute((tx) => startApiSession(services, tx, identity, earlier));
      if (!session) throw new Error("The login session ended while the sign-in was being finished.");
      reply.header("set-cookie", apiSessionCookie(config, session.value));
      const token = xsrfCookie(config, secrets, session.id, undefined);
      if (token) reply.header("set-cookie", token);
      return await leave(reply, redirect);
    } catch (error) {
      return failed(reply, redirect, error);
    }
  });
}

/** The page to come back to: one of the console's, or its dashboard when the address is anything else. */
function consolePage({ config }: Services, asked: string | string[] | undefined): string {
  const url = typeof asked === "string" && asked.length <= 2_000 ? URL.parse(asked) : null;
  return url?.origin === new URL(config.urls.console).origin ? url.href : `${config.urls.console}/dashboard`;
}

function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(url, 303);
}
