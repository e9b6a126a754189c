import { LOGIN_HEADER, LOGIN_PREFIX, loginContract } from "@kinora/contract/people/login.ts";
import { implement, type Router } from "@orpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { createOperationHandler } from "../platform/http/operation-handler.ts";
import { requireStorable } from "../platform/http/storable-text.ts";
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
  const unnamed = origin === undefined && request.method !== "GET";
  if (foreign || unnamed || request.headers[LOGIN_HEADER] === undefined) {
    throw new Refusal("forbidden", "This request came from a page that may not make it.");
  }
}

/** Serves the pages' operations below {@link LOGIN_PREFIX}. */
export function serveLoginOperations(
  app: FastifyInstance,
  services: Services,
  router: Router<typeof loginContract, LoginRequest>,
): void {
  const handler = createOperationHandler<LoginRequest>(router, services.log);
  app.all(`${LOGIN_PREFIX}/*`, async (request, reply) => {
    refuseForeignPage(services.config, request);
    reply.header("cache-control", "no-store");
    const context = await readLoginRequest(services, request, reply);
    const { matched } = await handler.handle(request, reply, { prefix: LOGIN_PREFIX, context });
    if (!matched) throw new Refusal("not_found", "There is nothing at this address.");
    return reply;
  });
}
