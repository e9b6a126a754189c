import { LOGIN_HEADER, LOGIN_PREFIX, loginContract } from "@kinora/contract/people/login.ts";
import { implement, type Router } from "@orpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { withoutBody } from "../platform/http/head.ts";
import { createOperationHandler } from "../platform/http/operation-handler.ts";
import { requireStorable } from "../platform/http/storable-text.ts";
import { SAFE_METHODS } from "../platform/http/xsrf.ts";
import { Refusal } from "../platform/refusal.ts";
import { readLoginRequest, requireSession, type LoginRequest } from "./request.ts";

/** Builds handlers for the pages' operations; visitors may call only the public ones. */
export const loginOperations = implement(loginContract)
  .$context<LoginRequest>()
  .use(({ context, next, procedure }, input) => {
    const { access } = procedure["~orpc"].meta;
    if (access?.who !== "anyone") requireSession(context);
    requireStorable(input);
    return next();
  });

/**
 * Lets only our own pages ask: the exact origin where a browser names one, and a header a foreign page cannot send.
 * @throws Refusal forbidden
 */
export function refuseForeignPage(config: Pick<Config, "urls">, request: FastifyRequest): void {
  const { origin } = request.headers;
  const foreign = origin !== undefined && origin !== new URL(config.urls.login).origin;
  // Browsers name the origin of every request that changes something.
  const unnamed = origin === undefined && !SAFE_METHODS.has(request.method);
  if (foreign || unnamed || request.headers[LOGIN_HEADER] === undefined) {
    throw new Refusal("forbidden", "This request came from a page that isn't allowed to make it.");
  }
}

/** Serves the pages' operations below {@link LOGIN_PREFIX}. */
export function serveLoginOperations(
  app: FastifyInstance,
  services: Services,
  router: Router<typeof loginContract, LoginRequest>,
): void {
  const handler = createOperationHandler<LoginRequest>(router, services.log);
  for (const operation of Object.values(loginContract)) {
    const { method = "POST", path = "" } = operation["~orpc"].route;
    app.answered.add(`${LOGIN_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, [method]);
  }
  // Bodies are JSON: one of another type is refused with 415.
  app.removeContentTypeParser("text/plain");
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignPage(services.config, request);
    reply.header("cache-control", "no-store");
    const context = await readLoginRequest(services, request, reply);
    return handler(request, reply, { prefix: LOGIN_PREFIX, context });
  };
  app.route({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    url: `${LOGIN_PREFIX}/*`,
    handler: handle,
    onSend: withoutBody,
    config: { isFallback: true },
  });
}
