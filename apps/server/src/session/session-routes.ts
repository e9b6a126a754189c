import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../context.ts";
import { xsrfCookie } from "../platform/http/xsrf.ts";
import { startApiSession } from "./api-session.ts";
import { createOidcClient } from "./oidc-client.ts";
import { beginPending, forgetPending, readPending } from "./pending-sign-in.ts";
import { apiSessionCookie, sentApiSession } from "./session-cookie.ts";

/**
 * `GET /session/start?redirect=` redirects to the login application, `GET /session/callback` returns from it with a
 * session on this API host. Errors lead to the console's /auth-server-error, which offers to try again.
 */
export async function serveSession(app: FastifyInstance, services: Services): Promise<void> {
  const { config, secrets, db, log } = services;
  const client = createOidcClient(services);

  const failed = (reply: FastifyReply, redirect: string, error: unknown) => {
    log.warn({ err: error, request_id: reply.request.id }, "could not complete a sign-in");
    const { pathname, search } = new URL(redirect);
    return leave(reply, `${config.urls.console}/auth-server-error?to=${encodeURIComponent(pathname + search)}`);
  };

  app.get<{ Querystring: { redirect?: string | string[] } }>("/session/start", async (request, reply) => {
    const redirect = consolePage(services, request.query.redirect);
    try {
      const { pending, cookie } = beginPending(services, redirect, request.headers.cookie);
      const url = await client.begin(pending);
      reply.header("set-cookie", cookie);
      return await leave(reply, url);
    } catch (error) {
      return failed(reply, redirect, error);
    }
  });

  app.get<{ Querystring: { state?: string | string[] } }>("/session/callback", async (request, reply) => {
    const state = typeof request.query.state === "string" ? request.query.state : "";
    const known = state ? readPending(services, state, request.headers.cookie) : null;
    const redirect = consolePage(services, known?.redirect);
    // Started in another browser, or finished in another tab: the console reads the session and starts again if needed.
    if (!known?.pending) return leave(reply, redirect);
    const { pending } = known;
    reply.header("set-cookie", forgetPending(services));
    try {
      const identity = await client.finish(new URL(request.url, config.urls.api), pending);
      const earlier = sentApiSession(config, request.headers.cookie);
      const session = await db.transaction().execute((tx) => startApiSession(services, tx, identity, earlier));
      if (!session) throw new Error("The login session ended during the sign-in.");
      reply.header("set-cookie", apiSessionCookie(config, session.value));
      const token = xsrfCookie(config, secrets, session.id, undefined);
      if (token) reply.header("set-cookie", token);
      return await leave(reply, redirect);
    } catch (error) {
      return failed(reply, redirect, error);
    }
  });
}

/** The page to return to: a console page, or the dashboard for any other address. */
function consolePage({ config }: Services, asked: string | string[] | undefined): string {
  const url = typeof asked === "string" && asked.length <= 2_000 ? URL.parse(asked) : null;
  return url?.origin === new URL(config.urls.console).origin ? url.href : `${config.urls.console}/dashboard`;
}

function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(url, 303);
}
